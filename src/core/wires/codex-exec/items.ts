import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';
import { keyCount } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { itemTables } from './item-tables.ts';

const STATUS = ['status'];
const TEXT_KINDS = new Set(['agent_message', 'reasoning', 'user_message']);
const CHANGE_NAMES = new Set(['path', 'file_path', 'kind', 'diff', 'patch', 'old_content', 'new_content']);

/** Reads an item. One already in the model's shape is used as it is: copying would cost a tenth of all the time. */
export function readItem(source: JsonObject, line: number, status: string, problems: Problem[]): ThreadItem {
  if (isPlain(source)) return source;
  const kind = itemKind(source);
  const fields = typeof source.type === 'string' ? source : withType(source, kind);
  const table = itemTables.get(kind);
  if (!table) return unknownItem(fields, kind, line);
  const unfolded = unfold(fields, kind);
  const item = table.take(unfolded, problems);
  if (item.id === '') item.id = `L${line}.0`;
  const isStatusFilled = 'status' in item && item.status === '';
  if (isStatusFilled) item.status = status;
  if (item.type === 'command_execution' && item.aggregated_output === '' && item.stdout !== undefined) {
    item.aggregated_output = item.stdout;
  }
  if (item.type === 'file_change')
    for (const change of item.changes) if (change.kind === '') change.kind = kindOf(change);
  // It had every field already.
  if (!isStatusFilled && Object.is(item, unfolded)) return item;
  // The event itself says that an item failed. That one ended or began does not say how it goes.
  if (isStatusFilled && status === 'failed') return inferItem(item, { ...unfolded, status });
  inferItem(item, unfolded);
  return isStatusFilled ? addInferred(item, STATUS) : item;
}

/** The contents of a change tell its kind if it names none. */
function kindOf(change: FileChange): FileChange['kind'] {
  if (change.old_content === undefined && change.new_content !== undefined) return 'add';
  if (change.new_content === undefined && change.old_content !== undefined) return 'delete';
  return 'update';
}

/** The model's name of the kind. Codex up to 0.43 called the field `item_type` and the message `assistant_message`. */
export function itemKind(source: JsonObject): string {
  const kind = typeof source.type === 'string' ? source.type : source.item_type;
  if (kind === 'assistant_message') return 'agent_message';
  return typeof kind === 'string' ? kind : '';
}

/** Codex up to 0.43 wrote `item_type`. A discriminator beside a `type`, or one that is not text, is ordinary data. */
function withType(source: JsonObject, type: string): JsonObject {
  if (typeof source.item_type !== 'string') return source;
  const { item_type: _itemType, ...fields } = source;
  return { ...fields, type };
}

/** The shapes that make up nearly all of a stream, exactly as Codex 0.44 and later write them, by the tables' rules. */
function isPlain(item: JsonObject): item is JsonObject & ThreadItem {
  switch (item.type) {
    case 'agent_message':
    case 'reasoning':
      return isId(item.id) && typeof item.text === 'string' && keyCount(item) === 3;
    case 'command_execution':
      return (
        isId(item.id) &&
        typeof item.command === 'string' &&
        typeof item.aggregated_output === 'string' &&
        typeof item.status === 'string' &&
        item.status !== '' &&
        (item.exit_code === null || Number.isSafeInteger(item.exit_code)) &&
        keyCount(item) === 6
      );
    default:
      return false;
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value === value.trim();
}

/** Moves the fields of `content` up to the item. Flat envelopes and some older dialects nest them there. */
function unfold(fields: JsonObject, kind: string): JsonObject {
  if (fields.content === undefined) return singleChange(fields, kind);
  const { content, ...unfolded } = fields;
  if (typeof content === 'string' && TEXT_KINDS.has(kind) && unfolded.text === undefined) {
    return { ...unfolded, text: content };
  }
  if (!isObject(content)) return singleChange(fields, kind);
  const left: JsonObject = {};
  for (const key in content) setOwn(Object.hasOwn(unfolded, key) ? left : unfolded, key, content[key]);
  if (keyCount(left) > 0) unfolded.content = left;
  return singleChange(unfolded, kind);
}

/** A file change that has one path on the item itself instead of a list. */
function singleChange(fields: JsonObject, kind: string): JsonObject {
  if (kind !== 'file_change' || fields.changes !== undefined) return fields;
  const change: JsonObject = {};
  const rest: JsonObject = {};
  for (const key in fields) setOwn(CHANGE_NAMES.has(key) ? change : rest, key, fields[key]);
  return keyCount(change) === 0 ? fields : { ...rest, changes: [change] };
}

function unknownItem(fields: JsonObject, wireType: string, line: number): ThreadItem {
  const { type, id: ownId, item_id, ...data } = fields;
  const said = isId(ownId) ? ownId : isId(item_id) ? item_id : undefined;
  const id = said ?? `L${line}.0`;
  if (type !== undefined && typeof type !== 'string') data.type = type;
  if (ownId !== undefined && ownId !== id) data.id = ownId;
  if (item_id !== undefined && item_id !== id) data.item_id = item_id;
  return inferItem({ id, type: 'unknown', wire_type: wireType, data }, fields);
}
