import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import {
  anything,
  count,
  type Field,
  type FieldReader,
  type FieldTable,
  fieldTable,
  flag,
  list,
  listOf,
  nested,
  orNull,
  record,
  takeFields,
  text,
  texts,
} from '../fields.ts';

const empty = () => '';
const none = () => [];
const id: Field = { read: text, aliases: ['item_id'] };
const type: Field = { read: text };
const requiredText: Field = { read: text, otherwise: empty };

/** `modify`, `create` and `remove` are what other tools call the three kinds. */
const CHANGE_KINDS = new Map([
  ['modify', 'update'],
  ['create', 'add'],
  ['remove', 'delete'],
]);

const changeTable = fieldTable({
  path: { read: text, aliases: ['file_path'], otherwise: empty },
  kind: { read: (value) => (typeof value === 'string' ? (CHANGE_KINDS.get(value) ?? value) : undefined) },
  diff: { read: text, aliases: ['patch', 'unified_diff'] },
  move_path: { read: orNull(text) },
  old_content: { read: text },
  new_content: { read: text },
});

/** Changes without a kind are told by the contents that they carry. */
const changes: FieldReader = (value, problems) => {
  const read = listOf(changeTable)(value, problems) as JsonObject[] | undefined;
  for (const change of read ?? []) {
    if (change.kind !== undefined) continue;
    if (change.old_content === undefined && change.new_content !== undefined) change.kind = 'add';
    else if (change.new_content === undefined && change.old_content !== undefined) change.kind = 'delete';
    else change.kind = 'update';
  }
  return read;
};

const todoTable = fieldTable({
  text: { read: text, aliases: ['title', 'description', 'content', 'step'], otherwise: empty },
  completed: { read: flag },
  status: { read: text },
});

const todos: FieldReader = (value, problems) => {
  const read = listOf(todoTable)(value, problems) as JsonObject[] | undefined;
  for (const entry of read ?? []) entry.completed ??= entry.status === 'completed';
  return read;
};

const errorTable = fieldTable({ message: requiredText });

/** Either `{message}` or, in older dialects, the message alone. */
const error: FieldReader = (value, problems) =>
  typeof value === 'string' ? { message: value } : orNull(nested(errorTable))(value, problems);

const resultTable = fieldTable({
  content: { read: list, otherwise: none },
  structured_content: { read: anything, aliases: ['structuredContent'] },
  _meta: { read: anything },
  is_error: { read: flag, aliases: ['isError'] },
});

const actionTable = fieldTable({
  type: requiredText,
  query: { read: text },
  queries: { read: texts },
  url: { read: text },
  pattern: { read: text },
});

/** The fields of each kind of item. */
const itemTables = new Map<string, FieldTable>(
  Object.entries({
    agent_message: fieldTable({ id, type, text: requiredText, phase: { read: text } }),
    user_message: fieldTable({ id, type, text: requiredText, images: { read: texts } }),
    reasoning: fieldTable({ id, type, text: requiredText }),
    command_execution: fieldTable({
      id,
      type,
      command: requiredText,
      aggregated_output: { read: text, aliases: ['output'] },
      exit_code: { read: orNull(count) },
      status: { read: text },
      stdout: { read: text },
      stderr: { read: text, aliases: ['error_output', 'err'] },
      cwd: { read: text },
      duration_seconds: { read: (value) => (Number.isFinite(value) ? value : undefined) },
    }),
    file_change: fieldTable({
      id,
      type,
      changes: { read: changes, otherwise: none },
      status: { read: text },
      stdout: { read: text },
      stderr: { read: text },
    }),
    mcp_tool_call: fieldTable({
      id,
      type,
      server: { read: text, aliases: ['server_name'], otherwise: empty },
      tool: { read: text, aliases: ['tool_name'], otherwise: empty },
      arguments: { read: anything, aliases: ['parameters'] },
      result: { read: orNull(nested(resultTable)) },
      error: { read: error },
      status: { read: text },
    }),
    collab_tool_call: fieldTable({
      id,
      type,
      tool: requiredText,
      sender_thread_id: { read: text },
      receiver_thread_ids: { read: texts, otherwise: none },
      prompt: { read: orNull(text) },
      agents_states: { read: record, otherwise: () => ({}) },
      status: { read: text },
    }),
    web_search: fieldTable({
      id,
      type,
      query: requiredText,
      action: { read: nested(actionTable) },
      status: { read: text },
    }),
    todo_list: fieldTable({
      id,
      type,
      items: { read: todos, aliases: ['todos'], otherwise: none },
      explanation: { read: text },
    }),
    error: fieldTable({ id, type, message: requiredText }),
  }),
);

const TEXT_KINDS = new Set(['agent_message', 'reasoning', 'user_message']);
const CHANGE_NAMES = new Set(['path', 'file_path', 'kind', 'diff', 'patch', 'old_content', 'new_content']);

/** Kinds that have a status, and so get one where the wire has none. */
const WITH_STATUS = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'collab_tool_call']);

/**
 * Reads an item. One that is already in the model's shape is used as it is: copying would cost a tenth of all the time.
 */
export function readItem(source: JsonObject, line: number, status: string, problems: Problem[]): ThreadItem {
  if (isCanonical(source)) return source as JsonObject & ThreadItem;
  const kind = itemKind(source);
  const fields = typeof source.type === 'string' ? source : withType(source, kind);
  const table = itemTables.get(kind);
  if (!table) return unknownItem(fields, kind, line);
  const item = takeFields(table, unfold(fields, kind), problems);
  item.type = kind;
  item.id ??= `L${line}.0`;
  if (WITH_STATUS.has(kind)) item.status ??= status;
  if (kind === 'command_execution') item.aggregated_output ??= item.stdout ?? '';
  return item as JsonObject & ThreadItem;
}

/** The kind by the model's name: Codex up to 0.43 called the field `item_type` and the message `assistant_message`. */
export function itemKind(source: JsonObject): string {
  const kind = typeof source.type === 'string' ? source.type : source.item_type;
  if (kind === 'assistant_message') return 'agent_message';
  return typeof kind === 'string' ? kind : '';
}

/** Codex up to 0.43 wrote `item_type`. A discriminator beside a `type` is data like any other. */
function withType(source: JsonObject, type: string): JsonObject {
  const { type: _type, item_type: _itemType, ...fields } = source;
  return { type, ...fields };
}

/** The shapes that make up nearly all of a stream, exactly as Codex 0.44 and later write them. */
function isCanonical(item: JsonObject): boolean {
  switch (item.type) {
    case 'agent_message':
    case 'reasoning':
      return typeof item.id === 'string' && typeof item.text === 'string' && keyCount(item) === 3;
    case 'command_execution':
      return (
        typeof item.id === 'string' &&
        typeof item.command === 'string' &&
        typeof item.aggregated_output === 'string' &&
        typeof item.status === 'string' &&
        (item.exit_code === null || Number.isSafeInteger(item.exit_code)) &&
        keyCount(item) === 6
      );
    default:
      return false;
  }
}

/** Counts without making a list. */
export function keyCount(object: JsonObject): number {
  let keys = 0;
  for (const _ in object) keys += 1;
  return keys;
}

/** Brings the fields of `content` up to the item, as flat envelopes and some older dialects nest them there. */
function unfold(fields: JsonObject, kind: string): JsonObject {
  if (fields.content === undefined) return singleChange(fields, kind);
  const { content, ...unfolded } = fields;
  if (typeof content === 'string' && TEXT_KINDS.has(kind) && unfolded.text === undefined) {
    return { ...unfolded, text: content };
  }
  if (!isObject(content)) return singleChange(fields, kind);
  const left: JsonObject = {};
  for (const [key, value] of Object.entries(content)) {
    setOwn(Object.hasOwn(unfolded, key) ? left : unfolded, key, value);
  }
  if (Object.keys(left).length > 0) unfolded.content = left;
  return singleChange(unfolded, kind);
}

/** A file change that names one path on the item itself instead of a list. */
function singleChange(fields: JsonObject, kind: string): JsonObject {
  if (kind !== 'file_change' || fields.changes !== undefined) return fields;
  const change: JsonObject = {};
  const rest: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) setOwn(CHANGE_NAMES.has(key) ? change : rest, key, value);
  return Object.keys(change).length === 0 ? fields : { ...rest, changes: [change] };
}

function unknownItem(fields: JsonObject, wireType: string, line: number): ThreadItem {
  const { type: _type, id: ownId, item_id, ...data } = fields;
  const id = typeof ownId === 'string' ? ownId : item_id;
  if (typeof ownId !== 'string' && ownId !== undefined) data.id = ownId;
  return { id: typeof id === 'string' ? id : `L${line}.0`, type: 'unknown', wire_type: wireType, data };
}
