import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemCompletedEvent, ItemFailedEvent, ItemStartedEvent, ThreadError } from '../../thread/event.ts';
import type { AgentCall, ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { keyCount } from '../field-table.ts';
import { type GeminiCall, inferTool, toolItem, toolStatus } from '../gemini/tool-items.ts';
import { inlineImages } from '../inline-images.ts';
import { diffTable, toolCallTable } from './records.ts';

/** A call as an item. */
interface ReadCall {
  id: string;
  item: ThreadItem;
  timestamp?: string | undefined;
  error?: ThreadError | undefined;
}

/** The call's own id. A blank one counts as none. */
export function callId({ id }: JsonObject): string | undefined {
  return typeof id === 'string' ? id.trim() || undefined : undefined;
}

/** The event of a call, by its status. Only finished calls are written, except in a checkpoint. */
export function endOf({ item, timestamp, error }: ReadCall): ItemCompletedEvent | ItemFailedEvent | ItemStartedEvent {
  const time = timestamp === undefined ? {} : { timestamp };
  const status = 'status' in item ? item.status : undefined;
  if (status === 'failed' || (item.type === 'todo_list' && error)) {
    return { type: 'item.failed', item, ...(error && { error }), ...time };
  }
  const isUnderWay = status !== undefined && UNDER_WAY.has(status);
  return { type: isUnderWay ? 'item.started' : 'item.completed', item, ...time };
}

/** States of Gemini's scheduler, should it ever store them. */
const UNDER_WAY = new Set(['in_progress', 'validating', 'scheduled', 'awaiting_approval', 'executing']);

export function readToolCall(source: JsonObject, fallbackId: string, problems: Problem[]): ReadCall {
  const fields = toolCallTable.read(source, problems);
  const { id = fallbackId, name, args: input, timestamp, result, resultDisplay } = fields;
  const status = toolStatus(fields.status);
  const shown = displayText(resultDisplay);
  const said = responseOf(result, id, name);
  const call: GeminiCall = { id, name, input, status, output: shown || said.text, told: said.text };
  const extra: Extra = { ...fields.extra };
  // Both have many forms, none of them wrong. Values other than text get a name of their own here.
  if (isObject(resultDisplay) && typeof resultDisplay.fileDiff === 'string') {
    call.change = diffTable.take(resultDisplay, problems);
  } else if (resultDisplay !== undefined && resultDisplay !== null && typeof resultDisplay !== 'string') {
    extra.shown = resultDisplay;
  }
  // The call has the text that the model was told. Only a result that has more than that is kept as well.
  if (result !== undefined && result !== null && !said.isWhole) extra.told = result;
  for (const _ in extra) call.extra = extra;
  const error = status === 'failed' && said.text !== undefined ? { message: said.text } : undefined;
  const item = toolItem(call);
  const images = inlineImages(result);
  if (images.length > 0) item.call = { name, input, ...item.call, images };
  // A diff that is no change of a file that is known by its name: of a tool that came later, or of odd arguments.
  if (call.change && item.type !== 'file_change') item.extra = { ...item.extra, shown: resultDisplay };
  return { id, item, timestamp, error };
}

/** A call of history that was handed over, under its original id and name. */
export function readHandedOver(source: JsonObject, id: string, problems: Problem[]): ReadCall {
  const read = readToolCall(withResult(source), id, problems);
  const { item } = read;
  item.id = id;
  if (item.type !== 'tool_call' && item.type !== 'mcp_tool_call') return { ...read, id };
  const { displayName, name, args: input, resultDisplay: output } = source;
  const call: AgentCall = { name: typeof displayName === 'string' ? displayName : String(name), input };
  call.handed_over = true;
  if (typeof output === 'string') call.output = output;
  return { ...read, id, item: { ...item, call } };
}

/** The result for the model is in a message of its own, the one shown to the person is beside the call. */
function withResult(source: JsonObject): JsonObject {
  const { id, name, status, resultDisplay, result } = source;
  if (result !== undefined || typeof resultDisplay !== 'string') return source;
  const response = status === 'error' ? { error: resultDisplay } : { output: resultDisplay };
  return { ...source, result: [{ functionResponse: { id, name, response } }] };
}

/** A call that exists only in the model's own form, as in a checkpoint. */
export function readFunctionCall(part: JsonObject): ReadCall | undefined {
  const { id, name, args } = part;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return { id, item: toolItem({ id, name, input: args, status: 'in_progress' }) };
}

/** The end of such a call. Its input is known from before. */
export function readFunctionResponse(part: JsonObject, input: unknown): ReadCall | undefined {
  const { id, name } = part;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const { text, isError } = responseText(part.response);
  const status = isError ? 'failed' : 'completed';
  return { id, item: inferTool(toolItem({ id, name, input, status, output: text, told: text }), part) };
}

interface Said {
  text?: string;
  isError: boolean;
  /** The text is the whole result. */
  isWhole: boolean;
}

function responseOf(result: unknown, id: string, name: string): Said {
  if (typeof result === 'string') return { text: result, isError: false, isWhole: true };
  const part: unknown = Array.isArray(result) && result.length === 1 ? result[0] : result;
  const response = isObject(part) ? part.functionResponse : undefined;
  if (!isObject(part) || !isObject(response)) return { isError: false, isWhole: false };
  const said = responseText(response.response);
  // Id, name and response, and nothing else in the part.
  said.isWhole &&= response.id === id && response.name === name && keyCount(response) === 3 && keyCount(part) === 1;
  return said;
}

function responseText(body: unknown): Said {
  if (!isObject(body)) return { isError: false, isWhole: false };
  const { output, error } = body;
  const isWhole = keyCount(body) === 1;
  if (typeof error === 'string') return { text: error, isError: true, isWhole };
  if (typeof output === 'string') return { text: output, isError: false, isWhole };
  return { isError: false, isWhole: false };
}

/** The text shown to the person. A terminal's screen is lines of coloured pieces. */
function displayText(display: unknown): string {
  if (typeof display === 'string') return display;
  if (!Array.isArray(display) || !display.every((line) => Array.isArray(line))) return '';
  const lines = display.map((line) =>
    line
      .map((piece) => textOf(piece))
      .join('')
      .trimEnd(),
  );
  return lines.join('\n').trimEnd();
}

function textOf(piece: unknown): string {
  return isObject(piece) && typeof piece.text === 'string' ? piece.text : '';
}
