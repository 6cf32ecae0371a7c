import { isObject, type JsonObject, jsonText } from '../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../thread/event.ts';
import { addInferred, ID, ITEM_ID, share, THREAD } from '../thread/inferred.ts';
import type { FileChange, McpToolCallItem, ThreadItem, TodoEntry } from '../thread/item.ts';
import type { InferredFields, Usage } from '../thread/usage.ts';

/**
 * Names what readers filled in, by one rule: the value does not stand in the object that was read. Few values can be
 * filled in, and only those are looked up: an empty one, an id as readers make them, the status of a call, a count.
 */

/** A name of the model and the wires' other names for it, one row after the other. It is a text, to be short. */
const rows = (text: string): string[][] => text.split('|').map((row) => row.split(' '));

/** Names with a bit each. What has the same bits shares a list, so that none is made for each. */
interface Names {
  names: string[];
  lists: Map<number, InferredFields>;
}

function namesOf({ names, lists }: Names, bits: number): InferredFields {
  let list = lists.get(bits);
  if (!list) {
    list = share(...names.filter((_name, index) => (bits >> index) & 1));
    lists.set(bits, list);
  }
  return list;
}

/** Fields that may be filled in as empty. */
const EMPTY = rows(
  'text message prompt content thinking description fragments|message error|command arguments|' +
    'aggregated_output output stdout content resultDisplay result|exit_code|changes|server server_name|' +
    'name tool tool_name|tool tool_name|arguments|result|error|receiver_thread_ids|prompt|agents_states|query|' +
    'items todos plan',
);
const emptyFields = new Map(EMPTY.map((names, index) => [names[0], { names, bit: 2 << index }]));
const [SENDER, STATUS] = [2 << EMPTY.length, 4 << EMPTY.length];
const itemNames: Names = {
  names: ['id', ...emptyFields.keys(), 'sender_thread_id', 'status'] as string[],
  lists: new Map([[1, ID]]),
};

/** Where the id of an item may stand. */
type Ids = Partial<Record<(typeof ID_NAMES)[number], unknown>>;

/** Names the fields of an item that the object does not have from which it was read. The id may stand in `ids`. */
export function inferItem<Item extends ThreadItem>(item: Item, source: JsonObject, ids: Ids = source): Item {
  const fields = item as JsonObject & ThreadItem;
  const { type } = item;
  const said = type === 'mcp_tool_call' ? { ...source, ...Object(source.invocation) } : source;
  let bits = isMade(item.id, ids) ? 1 : 0;
  for (const name in fields) {
    const value = fields[name];
    if (value !== '' && (typeof value !== 'object' || !isEmptyObject(value))) continue;
    if (value && name === 'arguments') continue;
    const field = emptyFields.get(name);
    if (field && !saysEmpty(said, field.names, value)) bits |= field.bit;
  }
  if (fields.status !== undefined && !saysStatus(said, fields.status, item)) bits |= STATUS;
  if (type === 'command_execution' && item.exit_code === -1 && !CODE.test(jsonText(source.exit_code ?? source.output)))
    bits |= emptyFields.get('exit_code')?.bit ?? 0;
  if (type === 'collab_tool_call' && item.sender_thread_id !== source.sender_thread_id) bits |= SENDER;
  if (bits !== 0) item.inferred = namesOf(itemNames, bits);
  else if (item.inferred) delete item.inferred;
  const inside = namesInside(item, said);
  return inside && inside.length > 0 ? addInferred(item, inside) : item;
}

/** An exit code of -1, also in the words of an output. */
const CODE = /^-1$|code\W{1,5}-1/;
/** What readers add to a line or to an id: `L4.1`, `ID.raw`, `ID.thought.2`. */
const MADE = /\.(?:\d+|raw|context)$/;
const ID_NAMES = ['id', 'call_id', 'item_id', 'uuid', 'tool_use_id', 'tool_id'] as const;

/** True for an id that readers made. One that was handed over may stand behind a prefix. */
function isMade(id: string, ids: Ids): boolean {
  if (id === '') return true;
  if (!id.includes('.') || !MADE.test(id)) return false;
  return !ID_NAMES.some((name) => isString(ids[name]) && ids[name].trim().endsWith(id));
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
}

/** True if a field of the wire tells an empty value. Under another name, a list of parts may tell an empty text. */
function saysEmpty(source: JsonObject, names: readonly string[], value: unknown): boolean {
  return names.some((name, index) => {
    const said = source[name];
    if (value === null) return said === null;
    if (value !== '') return said !== null && isEmptyObject(said);
    return isString(said) || (index > 0 && hasText(said));
  });
}

function hasText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((part) => isString(part) || hasString(part, 'text'));
  return hasString(value, 'text', 'message');
}

/** The statuses that follow from an event. Any other one is the wire's. */
const GUESSED: ReadonlySet<unknown> = new Set(['', 'in_progress', 'completed', 'failed', 'declined']);
const STATUSES: ReadonlyMap<unknown, string> = new Map([
  ['inProgress', 'in_progress'],
  ['success', 'completed'],
  ['error', 'failed'],
  ['cancelled', 'declined'],
]);

/** A status is told by its own field, by the way a call ended, and a failure also by its words. */
function saysStatus(source: JsonObject, status: unknown, item: ThreadItem): boolean {
  const told = source.status;
  if (!GUESSED.has(status) || (told === status && status !== '') || STATUSES.get(told) === status) return true;
  if (status === '' || status === 'in_progress') return false;
  const { success, is_error, result, response, error, output, content = error ?? output } = source;
  if (typeof (success ?? is_error) === 'boolean' || isObject(result ?? response)) return true;
  const code = source.exit_code ?? ('exit_code' in item ? item.exit_code : undefined);
  if (typeof code === 'number' && code !== -1) return true;
  // Codex ends a patch with its exit code. Without one it has not completed.
  const words = status === 'completed' ? item.type === 'file_change' && output : content;
  return isString(words) || hasText(words);
}

/** The names of fields inside of an item's fields: `changes.0.kind`. */
function namesInside(item: ThreadItem, source: JsonObject): string[] | undefined {
  switch (item.type) {
    case 'file_change':
      return namesOfChanges(item.changes, source.changes);
    case 'todo_list':
      return namesOfTodos(item.items, argumentsOf(source) ?? source);
    case 'web_search':
      return isObject(source.action) && !isString(source.action.type) ? ['action.type'] : undefined;
    case 'mcp_tool_call':
      return isObject(source.result ?? source.error) ? namesOfOutcome(item, source) : undefined;
    default:
      return undefined;
  }
}

/** A list of changes, or a map of paths to them. */
function namesOfChanges(changes: readonly FileChange[], told: unknown): string[] | undefined {
  if (typeof told !== 'object' || told === null) return undefined;
  const names: string[] = [];
  changes.forEach(({ path }, index) => {
    const change: unknown = isObject(told) ? told[path] : Object(told)[index];
    if (path === '' && !hasString(change, 'path', 'file_path')) names.push(`changes.${index}.path`);
    if (!saysKind(change)) names.push(`changes.${index}.kind`);
  });
  return names;
}

function namesOfTodos(todos: readonly TodoEntry[], { items, todos: told = items, plan = told }: JsonObject): string[] {
  const names: string[] = [];
  todos.forEach(({ text, completed, status }, index) => {
    const entry: unknown = Array.isArray(plan) ? plan[index] : undefined;
    if (text === '' && !hasString(entry, 'text', 'title', 'description', 'content', 'step'))
      names.push(`items.${index}.text`);
    const isSaid = completed || status !== undefined || (isObject(entry) && typeof entry.completed === 'boolean');
    if (!isSaid) names.push(`items.${index}.completed`);
  });
  return names;
}

/** A result, also in Rust's form: `{"Ok": …}` or `{"Err": …}`. */
function namesOfOutcome({ result, error }: McpToolCallItem, source: JsonObject): string[] {
  const { Ok: ok = source.result, Err: told = source.error }: JsonObject = Object(source.result);
  const names: string[] = [];
  if (isObject(result) && isEmptyObject(result.content) && !Array.isArray(Object(ok).content))
    names.push('result.content');
  if (isObject(error) && error.message === '' && !isString(told) && !hasText(told)) names.push('error.message');
  return names;
}

/** The arguments of a call, which stand in one field. */
function argumentsOf({ input, parameters = input, args = parameters }: JsonObject): JsonObject | undefined {
  return isObject(args) ? args : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function hasString(value: unknown, ...names: readonly string[]): boolean {
  return isObject(value) && names.some((name) => isString(value[name]));
}

/** All forms of a change: its kind is the text itself, a field, or the name of its only field. */
function saysKind(told: unknown): boolean {
  if (!isObject(told)) return isString(told);
  const [first, ...others] = Object.keys(told);
  return Boolean(told.kind ?? told.type) || (others.length === 0 && first !== undefined && isObject(told[first]));
}

const [MESSAGE, ERROR] = [share('message'), share('error')];

/** Names the fields of an event that its record does not have. Its place, its item and its counts are named elsewhere. */
export function inferEvent(event: ThreadEvent, record: JsonObject): void {
  switch (event.type) {
    case 'thread.started':
      if (event.thread_id === '') addInferred(event, THREAD);
      return;
    case 'error': {
      const { message, error } = sourceOf(record);
      if (event.message === '' && !isString(message ?? error) && !hasText(error)) addInferred(event, MESSAGE);
      return;
    }
    case 'turn.failed':
      if (isEmptyObject(event.error) && !isObject(record.error)) addInferred(event, ERROR);
      return;
    case 'item.delta':
      inferDelta(event, sourceOf(record));
  }
}

/** The part of a record that tells of its event. */
function sourceOf(record: JsonObject): JsonObject {
  const { payload, msg = payload } = record;
  return isObject(msg) ? msg : record;
}

function inferDelta(event: ItemDeltaEvent, source: JsonObject): void {
  const item = isObject(source.item) ? source.item : source;
  if (isMade(event.item_id, source) && isMade(event.item_id, item)) addInferred(event, ITEM_ID);
  const { text_delta } = event.delta;
  if (text_delta !== '' && !isEmptyObject(event.delta)) return;
  const { delta = item.delta ?? source.content ?? item.content } = source;
  if (text_delta === undefined && !isObject(delta)) addInferred(event, ['delta']);
  const isSaid = isString(delta) || hasString(delta, 'text', 'text_delta') || hasString(item, 'text', 'text_delta');
  if (text_delta === '' && !isSaid) addInferred(event, ['delta.text_delta']);
}

/** The counts of the model. */
const COUNTS = rows(
  'input_tokens input prompt inputTokens promptTokenCount|' +
    'cached_input_tokens cached cached_tokens cacheReadInputTokens cacheReadTokens cache_read_tokens ' +
    'cache_read_input_tokens cachedContentTokenCount|' +
    'output_tokens output candidates outputTokens candidatesTokenCount|' +
    'reasoning_output_tokens thoughts reasoning_tokens thinkingTokens reasoningTokens thoughtsTokenCount|' +
    'total_tokens total totalTokens totalTokenCount|' +
    'cache_write_input_tokens cacheCreationInputTokens cacheWriteTokens cache_write_tokens',
);
const counted = (field: string): Names => ({ names: COUNTS.map(([name]) => field + name), lists: new Map() });
const countNames = { '': counted(''), usage: counted('usage.'), last: counted('last.') };

/** The only model of a wire's counts by model. Those of several are summed up, and no longer the wire's. */
export function onlyModel(models: unknown): unknown {
  const [only, ...others] = isObject(models) ? Object.values(models) : [];
  return others.length === 0 ? only : undefined;
}

const NOTHING: JsonObject = {};

/** Names the counts of an event, or those in one of its fields, that are not among the wire's. */
export function inferCounts(event: ThreadEvent, field: keyof typeof countNames, counts: Usage, given: unknown): void {
  if (counts === given) return;
  const source = isObject(given) ? given : NOTHING;
  let bits = 0;
  let bit = 1;
  for (const names of COUNTS) {
    const count = (counts as JsonObject & Usage)[names[0] ?? ''];
    if (count !== undefined && (source === NOTHING || !saysCount(source, names, count))) bits |= bit;
    bit <<= 1;
  }
  if (bits !== 0) addInferred(event, namesOf(countNames[field], bits));
}

function saysCount(source: JsonObject, names: readonly string[], count: unknown): boolean {
  for (const name of names) if (source[name] === count) return true;
  return false;
}
