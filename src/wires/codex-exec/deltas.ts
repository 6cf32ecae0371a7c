import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ItemDelta } from '../../thread/event.ts';
import { readFields } from '../fields.ts';
import { deltaTable } from './events.ts';
import { itemKind } from './items.ts';

/** True for what appends: `item.delta`, and an `item.updated` that says so by an explicit delta. */
export function isDelta(record: JsonObject): boolean {
  if (record.type === 'item.delta') return true;
  const item = isObject(record.item) ? record.item : record;
  return (
    record.type === 'item.updated' &&
    (record.delta !== undefined || item.delta !== undefined || item.text_delta !== undefined)
  );
}

/** Reads the fields of an `item.delta`. The item's own fields may stand at the top or in `item`. */
export function readDelta(record: JsonObject, line: number, problems: Problem[]): JsonObject {
  const { type: _type, item, ...top } = record;
  const { type: _itemType, ...inner } = isObject(item) ? item : {};
  const kind = itemKind(isObject(item) ? item : { item_type: top.item_type });
  const fields: JsonObject = { ...top, ...inner };
  if (kind) fields.item_type = kind;
  if (fields.delta === undefined) moveToDelta(fields);
  const event = readFields(deltaTable, fields, problems, { type: 'item.delta', item_id: undefined });
  event.item_id ??= `L${line}.0`;
  event.delta = renameText(isObject(event.delta) ? event.delta : {});
  return event;
}

const ENVELOPE = new Set(['thread_id', 'conversation_id', 'turn_id', 'timestamp', 'item_id', 'id', 'item_type']);

/** Without a `delta`, `content` is it; without that, all that is not envelope is. */
function moveToDelta(fields: JsonObject): void {
  if (fields.content !== undefined) {
    fields.delta = fields.content;
    delete fields.content;
    return;
  }
  const delta: JsonObject = {};
  for (const key of Object.keys(fields)) {
    if (ENVELOPE.has(key)) continue;
    setOwn(delta, key, fields[key]);
    delete fields[key];
  }
  fields.delta = delta;
}

function renameText(delta: JsonObject): ItemDelta {
  if (delta.text_delta !== undefined || typeof delta.text !== 'string') return delta;
  const { text, ...rest } = delta;
  return { text_delta: text, ...rest };
}
