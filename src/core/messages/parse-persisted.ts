import { isObject, type JsonObject, jsonText, parseObject } from '../lines/json.ts';
import { parseCommandOutput } from '../tools/command-output.ts';
import { imageContent } from './image-content.ts';
import { inputNotes } from './item-notes.ts';
import type { UnifiedContent } from './message.ts';
import type { ParsedMessage } from './parse-item.ts';
import { resultBlocks, toolUseBlocks } from './tool-life.ts';
import { mapCodexToolToClaude, toolUses } from './vocabularies/codex-tools.ts';

type PayloadReader = (payload: JsonObject, lineId: string) => ParsedMessage | undefined;

/** The model's side of a session file. Each of these lines can be read alone. */
const RESPONSE_ITEMS = new Map<unknown, PayloadReader>([
  ['message', readMessage],
  ['reasoning', readReasoning],
  ['function_call', (payload, lineId) => readCall(payload, payload.arguments, lineId)],
  ['custom_tool_call', (payload, lineId) => readCall(payload, payload.input, lineId)],
  ['local_shell_call', (payload, lineId) => readCall({ ...payload, name: 'local_shell_call' }, payload, lineId)],
  ['function_call_output', readOutput],
  ['custom_tool_call_output', readOutput],
]);

const EVENT_MESSAGES = new Map<unknown, PayloadReader>([
  ['agent_message', ({ message }, lineId) => words(lineId, 'assistant', message)],
  ['user_message', readUserMessage],
  ['agent_reasoning', ({ text }, lineId) => thinking(lineId, text)],
]);

/** Reads a record of a session file, in an envelope or bare. Undefined if it is of another kind. */
export function parsePersisted(record: JsonObject, lineId: string): ParsedMessage | undefined {
  const { type, payload } = record;
  if (payload === undefined) return RESPONSE_ITEMS.get(type)?.(record, lineId);
  if (!isObject(payload)) return undefined;
  if (type === 'response_item') return RESPONSE_ITEMS.get(payload.type)?.(payload, lineId);
  return type === 'event_msg' ? EVENT_MESSAGES.get(payload.type)?.(payload, lineId) : undefined;
}

function readMessage({ id, role, content }: JsonObject, lineId: string): ParsedMessage {
  const blocks: UnifiedContent[] = [];
  for (const part of Array.isArray(content) ? content : []) {
    if (!isObject(part)) continue;
    if (typeof part.text === 'string') blocks.push({ type: 'text', text: part.text });
    else if (typeof part.image_url === 'string') blocks.push(imageContent(part.image_url));
  }
  if (role === 'user' || role === 'assistant') return { id: idText(id) ?? lineId, role, content: blocks };
  return { id: idText(id) ?? lineId, role: 'system', content: blocks, injected: true };
}

function readReasoning({ id, summary }: JsonObject, lineId: string): ParsedMessage | undefined {
  const texts = (Array.isArray(summary) ? summary : []).filter(isObject).map(({ text }) => text);
  return thinking(idText(id) ?? lineId, texts.filter((text) => typeof text === 'string').join('\n'));
}

function readUserMessage({ message, images }: JsonObject, lineId: string): ParsedMessage {
  const parsed = words(lineId, 'user', message);
  for (const image of Array.isArray(images) ? images : []) {
    if (typeof image === 'string') parsed.content.push(imageContent(image));
  }
  return parsed;
}

function readCall(payload: JsonObject, input: unknown, lineId: string): ParsedMessage | undefined {
  const { call_id, id, name, namespace } = payload;
  if (typeof name !== 'string') return undefined;
  const ownId = idText(call_id) ?? idText(id) ?? lineId;
  const uses = toolUses(name, input, idText(namespace));
  const args = typeof input === 'string' ? parseObject(input) : input;
  // Claude's tools have no such fields. Other tools keep their whole input.
  const notes = isObject(args) && mapCodexToolToClaude(name) !== name ? inputNotes(args) : undefined;
  return { id: ownId, role: 'assistant', content: toolUseBlocks(uses, ownId), notes };
}

/** The output alone does not name its tool, but the forms of a command's output are easy to recognise. */
function readOutput({ call_id, output }: JsonObject, lineId: string): ParsedMessage {
  const id = idText(call_id) ?? lineId;
  const { body, exitCode } = parseCommandOutput(outputText(output));
  const isError = exitCode !== undefined && exitCode !== 0;
  const images = (Array.isArray(output) ? output : [])
    .filter(isObject)
    .map(({ image_url }) => image_url)
    .filter((url) => typeof url === 'string');
  const result = { texts: [body], isError, images: images.map(imageContent) };
  return { id, role: 'assistant', content: resultBlocks(1, id, result) };
}

/** A text, or a list of parts, of which the texts count. */
function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (!Array.isArray(output)) return output === null ? '' : jsonText(output);
  const texts = output.filter(isObject).map(({ text }) => text);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function words(id: string, role: 'user' | 'assistant', text: unknown): ParsedMessage {
  return { id, role, content: typeof text === 'string' ? [{ type: 'text', text }] : [] };
}

function thinking(id: string, text: unknown): ParsedMessage | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  return { id, role: 'assistant', content: [{ type: 'thinking', thinking: text }] };
}

function idText(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}
