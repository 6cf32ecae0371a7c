import { isObject, type JsonObject } from '../../lines/json.ts';

/** What a message's content holds, in the model's own form of it. */
export interface Content {
  /** All texts but thoughts, joined. */
  text: string;
  /** Texts marked as the model's thoughts. */
  thoughts: string[];
  /** Data URLs or the service's URIs. */
  images: string[];
  /** The objects in `functionCall` and `functionResponse`. */
  calls: JsonObject[];
  responses: JsonObject[];
  /** There was something else: a part of a kind that is not known, or fields beside these. */
  hasMore: boolean;
}

export function readContent(content: unknown): Content {
  const found: Content = { text: '', thoughts: [], images: [], calls: [], responses: [], hasMore: false };
  if (typeof content === 'string') found.text = content;
  else if (Array.isArray(content)) for (const part of content) addPart(found, part);
  else if (content !== undefined && content !== null) addPart(found, content);
  return found;
}

function addPart(found: Content, part: unknown): void {
  if (typeof part === 'string') {
    found.text += part;
    return;
  }
  if (!isObject(part)) {
    found.hasMore = true;
    return;
  }
  const { text, thought, functionCall, functionResponse, inlineData, fileData, ...rest } = part;
  if (typeof text === 'string') {
    if (thought === true) found.thoughts.push(text);
    else found.text += text;
  } else if (isObject(functionCall)) found.calls.push(functionCall);
  else if (isObject(functionResponse)) found.responses.push(functionResponse);
  else if (!addImage(found, inlineData, fileData)) found.hasMore = true;
  for (const _ in rest) found.hasMore = true;
}

function addImage(found: Content, inlineData: unknown, fileData: unknown): boolean {
  if (isObject(inlineData) && typeof inlineData.mimeType === 'string' && typeof inlineData.data === 'string') {
    found.images.push(`data:${inlineData.mimeType};base64,${inlineData.data}`);
    return true;
  }
  if (!isObject(fileData) || typeof fileData.fileUri !== 'string') return false;
  found.images.push(fileData.fileUri);
  return true;
}

/** How the prompt of a sub-agent begins, which up to 0.37 is written into the chat of its parent. */
const INVESTIGATION = 'Your task is to do a deep investigation of the codebase to find all relevant files';

/** What a prompt is, if it is none of the person's; `isAgent` for the chat of a sub-agent, whose prompts are its own. */
export function injectedKind(text: string, isAgent: boolean): 'context' | 'snapshot' | undefined {
  const start = text.trimStart();
  if (start.startsWith('<state_snapshot>')) return 'snapshot';
  const isContext =
    start.startsWith('<session_context>') ||
    start.startsWith('This is the Gemini CLI. We are setting up the context for our chat.') ||
    // Gemini's own nudge after a reply without an end, up to 0.38.
    start === 'System: Please continue.' ||
    (!isAgent && start.startsWith(INVESTIGATION));
  return isContext ? 'context' : undefined;
}
