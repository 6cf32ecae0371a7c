import { isObject, type JsonObject } from '../../lines/json.ts';

/** The content of a message, in the model's own form. */
export interface Content {
  /** All texts except thoughts, joined. */
  text: string;
  /** Texts marked as the model's thoughts. */
  thoughts: readonly string[];
  /** Data URLs or the service's URIs. */
  images: readonly string[];
  /** The objects in `functionCall` and `functionResponse`. */
  calls: readonly JsonObject[];
  responses: readonly JsonObject[];
  /** There is more: a part of an unknown kind, or other fields. */
  hasMore: boolean;
}

/** The content under construction. */
interface Parts extends Content {
  thoughts: string[];
  images: string[];
  calls: JsonObject[];
  responses: JsonObject[];
}

const NONE: readonly never[] = [];
const PART_FIELDS = new Set(['text', 'thought', 'functionCall', 'functionResponse', 'inlineData', 'fileData']);

export function readContent(content: unknown): Content {
  if (typeof content === 'string' || content === undefined || content === null) {
    return { text: content ?? '', thoughts: NONE, images: NONE, calls: NONE, responses: NONE, hasMore: false };
  }
  const found: Parts = { text: '', thoughts: [], images: [], calls: [], responses: [], hasMore: false };
  if (Array.isArray(content)) for (const part of content) addPart(found, part);
  else addPart(found, content);
  return found;
}

function addPart(found: Parts, part: unknown): void {
  if (typeof part === 'string') {
    found.text += part;
    return;
  }
  if (!isObject(part)) {
    found.hasMore = true;
    return;
  }
  const { text, functionCall, functionResponse } = part;
  if (typeof text === 'string') {
    if (part.thought === true) found.thoughts.push(text);
    else found.text += text;
  } else if (isObject(functionCall)) found.calls.push(functionCall);
  else if (isObject(functionResponse)) found.responses.push(functionResponse);
  else if (!addImage(found, part.inlineData, part.fileData)) found.hasMore = true;
  for (const name in part) if (!PART_FIELDS.has(name)) found.hasMore = true;
}

function addImage(found: Parts, inlineData: unknown, fileData: unknown): boolean {
  if (isObject(inlineData) && typeof inlineData.mimeType === 'string' && typeof inlineData.data === 'string') {
    found.images.push(`data:${inlineData.mimeType};base64,${inlineData.data}`);
    return true;
  }
  if (!isObject(fileData) || typeof fileData.fileUri !== 'string') return false;
  found.images.push(fileData.fileUri);
  return true;
}

/** The beginning of a sub-agent's prompt, which up to 0.37 is written into the chat of its parent. */
const INVESTIGATION = 'Your task is to do a deep investigation of the codebase to find all relevant files';

/** The kind of a prompt that is not the person's. `isAgent`: the chat of a sub-agent, whose prompts are its own. */
export function injectedKind(text: string, isAgent: boolean): 'context' | 'snapshot' | undefined {
  const start = text.trimStart();
  if (start.startsWith('<state_snapshot>')) return 'snapshot';
  const isContext =
    start.startsWith('<session_context>') ||
    start.startsWith('This is the Gemini CLI. We are setting up the context for our chat.') ||
    // Gemini's own nudge after a reply without an end, up to 0.38.
    start === 'System: Please continue.' ||
    start.startsWith('System: Potential loop detected. Details: ') ||
    (!isAgent && start.startsWith(INVESTIGATION));
  return isContext ? 'context' : undefined;
}
