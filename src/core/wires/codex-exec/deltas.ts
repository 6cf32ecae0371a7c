import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ItemDelta, ItemDeltaEvent } from '../../thread/event.ts';
import { keyCount } from '../field-table.ts';
import { deltaTable } from './event-tables.ts';
import { itemKind } from './items.ts';

/** True for records that append: `item.delta`, and an `item.updated` with an explicit delta. */
export function isDelta(record: JsonObject): boolean {
  if (record.type === 'item.delta') return true;
  const item = isObject(record.item) ? record.item : record;
  return (
    record.type === 'item.updated' &&
    (record.delta !== undefined || item.delta !== undefined || item.text_delta !== undefined)
  );
}

/** Reads an `item.delta`. The item's own fields may be at the top or in `item`, which wins. */
export function readDelta(record: JsonObject, line: number, problems: Problem[]): ItemDeltaEvent {
  const { fields, left } = isObject(record.item)
    ? unfoldItem(record, record.item)
    : { fields: { ...record }, left: {} };
  if (fields.delta === undefined) moveToDelta(fields);
  const event = deltaTable.take(fields, problems);
  if (event.item_id === '') event.item_id = `L${line}.0`;
  event.delta = renameText(event.delta);
  if (keyCount(left) > 0) event.extra = { ...event.extra, ...left };
  return event;
}

/** The fields of the record and of its item as one object. `left` holds those in both. */
function unfoldItem(record: JsonObject, item: JsonObject): { fields: JsonObject; left: JsonObject } {
  const { item: _item, ...fields } = record;
  const left: JsonObject = {};
  const itemType = itemKind(item);
  for (const key in item) {
    if (key === 'type' && itemType !== '') continue;
    if (Object.hasOwn(fields, key)) setOwn(left, key, fields[key]);
    setOwn(fields, key, item[key]);
  }
  if (itemType !== '') fields.item_type = itemType;
  return { fields, left };
}

const ENVELOPE = new Set([
  'type',
  'thread_id',
  'conversation_id',
  'turn_id',
  'timestamp',
  'item_id',
  'id',
  'item_type',
  'item',
]);

/** Without a `delta`, `content` is the delta; without that, all fields outside the envelope are. Changes `fields`. */
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

function renameText(delta: ItemDelta): ItemDelta {
  if (delta.text_delta !== undefined || typeof delta.text !== 'string') return delta;
  const { text, ...rest } = delta;
  return { text_delta: text, ...rest };
}
