import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ItemStatus, ThreadItem } from '../../thread/item.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { readItem } from '../codex-exec/items.ts';
import { badField } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { restOfPart } from '../rest-of-part.ts';
import { snakeCase, snakeCased } from './messages.ts';

/** Turns an item of the server into one of the model, under the names that `codex exec` has for the same. */
type Translate = (fields: JsonObject, problems: Problem[]) => JsonObject;

/** The kinds that `codex exec` prints too. Their fields have the same names there, but for what is said here. */
const PRINTED = new Map<unknown, [kind: string, translate: Translate]>([
  ['userMessage', ['user_message', said]],
  ['agentMessage', ['agent_message', (fields) => fields]],
  ['commandExecution', ['command_execution', (fields) => ({ exit_code: null, ...timed(fields) })]],
  ['fileChange', ['file_change', changed]],
  ['mcpToolCall', ['mcp_tool_call', answered]],
  ['collabAgentToolCall', ['collab_tool_call', named]],
  ['webSearch', ['web_search', searched]],
]);

/**
 * Reads an item. Undefined for one that shows nothing: a reasoning without a text, which has an item of its own for its
 * summary and for what the model thought word by word.
 */
export function readServerItems(source: JsonObject, line: number, status: string, problems: Problem[]): ThreadItem[] {
  const { type, ...rest } = source;
  const fields = snakeCased(rest);
  if (typeof fields.status === 'string') fields.status = snakeCase(fields.status);
  const printed = PRINTED.get(type);
  if (printed) {
    const [kind, translate] = printed;
    return [readItem({ ...translate(fields, problems), type: kind }, line, status, problems)];
  }
  switch (type) {
    case 'reasoning':
      return reasoningItems(fields, line, problems);
    case 'dynamicToolCall':
      return [dynamicCall(fields, line, status)];
    case 'contextCompaction':
      return [ofFields('compaction', fields, line, (extra) => ({ extra }))];
    case 'enteredReviewMode':
    case 'exitedReviewMode':
    case 'codeReview':
    case 'plan':
      return [];
    case 'imageView':
    case 'imageGeneration':
      return [image(type, fields, line)];
    default:
      return [readItem(source, line, status, problems)];
  }
}

const TEXT = new Set(['type', 'text']);
const IMAGE = new Set(['type', 'url', 'path']);

/** Texts have a list of marks, which is mostly empty. */
function withoutElements(part: JsonObject): JsonObject {
  const { text_elements: marks, ...rest } = part;
  return Array.isArray(marks) && marks.length === 0 ? rest : part;
}

/** `content` is what the client sent: texts, images by their address or path, and kinds of later versions. */
function said({ content, ...fields }: JsonObject, problems: Problem[]): JsonObject {
  if (!Array.isArray(content)) {
    if (content !== undefined) problems.push(badField('content', content));
    return content === undefined ? fields : { ...fields, input: content };
  }
  const texts: string[] = [];
  const images: string[] = [];
  const others: unknown[] = [];
  for (const part of content) {
    const { type, text, url, path }: JsonObject = isObject(part) ? part : {};
    const address = type === 'image' ? url : type === 'localImage' ? path : undefined;
    const isText = type === 'text' && typeof text === 'string';
    if (isText) texts.push(text);
    else if (typeof address === 'string') images.push(address);
    const isRead = isObject(part) && (isText || typeof address === 'string');
    const rest = isRead ? restOfPart(withoutElements(part), isText ? TEXT : IMAGE) : part;
    if (rest !== undefined) others.push(rest);
  }
  const result: JsonObject = { ...fields, text: texts.join('\n') };
  if (images.length > 0) result.images = images;
  if (others.length > 0) result.input = others;
  return result;
}

function timed({ duration_ms, ...fields }: JsonObject): JsonObject {
  if (duration_ms === undefined) return fields;
  return typeof duration_ms === 'number'
    ? { ...fields, duration_seconds: duration_ms / 1000 }
    : { ...fields, duration_seconds: duration_ms };
}

function answered({ result, ...fields }: JsonObject): JsonObject {
  return { error: null, ...timed(fields), result: isObject(result) ? snakeCased(result) : (result ?? null) };
}

function named({ tool, ...fields }: JsonObject): JsonObject {
  return { prompt: null, ...fields, tool: typeof tool === 'string' ? snakeCase(tool) : tool };
}

function searched({ action, ...fields }: JsonObject): JsonObject {
  if (!isObject(action)) return action === undefined ? fields : { ...fields, action };
  const own = snakeCased(action);
  return { ...fields, action: typeof own.type === 'string' ? { ...own, type: snakeCase(own.type) } : own };
}

/** The server adds it to the diff of a file that it also moves. */
const MOVED = /\n\nMoved to: [^\n]*$/;

/** The diff of an added or a deleted file is its content. */
function changed({ changes, ...fields }: JsonObject): JsonObject {
  if (!Array.isArray(changes)) return changes === undefined ? fields : { ...fields, changes };
  return { ...fields, changes: changes.map((change) => (isObject(change) ? fileChange(change) : change)) };
}

function fileChange({ kind, diff, ...change }: JsonObject): JsonObject {
  const { type, move_path, ...others }: JsonObject = isObject(kind) ? kind : { type: kind };
  const result: JsonObject = { ...change, ...others, kind: type };
  if (move_path !== undefined && move_path !== null) result.move_path = move_path;
  if (diff === undefined) return result;
  const field = type === 'add' ? 'new_content' : type === 'delete' ? 'old_content' : 'diff';
  result[field] = typeof diff === 'string' && typeof move_path === 'string' ? diff.replace(MOVED, '') : diff;
  return result;
}

/** The item of what was thought word by word, beside that of the summary. */
function rawId(id: unknown): JsonObject {
  return typeof id === 'string' || typeof id === 'number' ? { id: `${id}.raw` } : {};
}

function reasoningItems(fields: JsonObject, line: number, problems: Problem[]): ThreadItem[] {
  const { summary, content, ...rest } = fields;
  for (const [name, value] of [['summary', summary] as const, ['content', content] as const]) {
    if (value === undefined || isTexts(value)) continue;
    problems.push(badField(name, value));
    rest[name] = value;
  }
  const parts = isTexts(summary) ? summary : [];
  const raw = isTexts(content) ? content : [];
  const isBlank = parts.every((part) => part.trim() === '');
  const items: ThreadItem[] = [];
  if (!isBlank || rest.summary !== undefined || rest.content !== undefined)
    items.push(readItem({ ...rest, type: 'reasoning', text: parts.join('\n') }, line, '', problems));
  if (raw.length === 0) return items;
  const own = isBlank ? rest : rawId(rest.id);
  const item = readItem({ ...own, type: 'reasoning', text: raw.join('\n') }, line, '', problems);
  return [...items, item.type === 'reasoning' ? { ...item, raw: true } : item];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string');
}

/** A tool of the client. */
function dynamicCall(fields: JsonObject, line: number, status: string): ThreadItem {
  const { tool, arguments: input, content_items, status: told, ...rest } = fields;
  const name = typeof tool === 'string' ? tool : '';
  const item = ofFields('tool_call', rest, line, (extra) => ({
    name,
    ...(input !== undefined && { input }),
    ...(content_items !== undefined && { output: wordsIn(content_items) || jsonText(content_items) }),
    status: (typeof told === 'string' ? told : status) as ItemStatus,
    ...(extra && { extra }),
  }));
  if (tool !== undefined && name === '') item.extra = { ...item.extra, tool };
  if (told !== undefined && typeof told !== 'string') item.extra = { ...item.extra, status: told };
  return inferItem({ ...item, call: { name, ...(input !== undefined && { input }) } }, fields);
}

function image(type: string, fields: JsonObject, line: number): ThreadItem {
  const { path, result, ...rest } = fields;
  return ofFields('image', rest, line, (extra) => ({
    purpose: type === 'imageView' ? 'view' : 'generation',
    ...(typeof path === 'string' ? { path } : path !== undefined && { extra: { path } }),
    ...(typeof result === 'string' ? { data: result } : result !== undefined && { extra: { result } }),
    ...(extra && { extra }),
  }));
}

/** An item of a kind that `codex exec` does not print. What it does not name is kept. */
function ofFields(
  type: 'compaction' | 'tool_call' | 'image',
  { id, ...rest }: JsonObject,
  line: number,
  make: (extra: JsonObject | undefined) => object,
): ThreadItem {
  const isNamed = typeof id === 'string' && id.trim() !== '';
  const others = isNamed || id === undefined ? rest : { ...rest, id };
  const made = make(Object.keys(others).length > 0 ? others : undefined);
  const item = { id: isNamed ? id.trim() : `L${line}.0`, type, ...made } as ThreadItem;
  if (item.extra === undefined) delete item.extra;
  return inferItem(item, isNamed ? { id, ...rest } : rest);
}
