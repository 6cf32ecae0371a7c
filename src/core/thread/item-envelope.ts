import { type JsonObject, setOwn } from '../lines/json.ts';
import { eventItem, itemId, itemText } from './accessors.ts';
import type { ItemDelta, ItemDeltaEvent, ThreadError, ThreadEvent } from './event.ts';
import { isInferred } from './inferred.ts';
import type { ItemStatus, ThreadItem } from './item.ts';
import { itemContent } from './item-content.ts';
import type { Extra } from './usage.ts';

interface EnvelopeBase {
  thread_id?: string;
  turn_id?: string;
  /** Absent if the wire has no id for the item. */
  item_id?: string;
  /** Absent if the wire does not tell it. */
  status?: ItemStatus;
  /** Unknown fields of the event and of the item. The item's win. */
  extra?: Extra;
}

/** An item at its beginning or end. */
export interface ItemSnapshotEnvelope extends EnvelopeBase {
  type: 'item.started' | 'item.completed' | 'item.failed';
  /** The item's kind. For an unknown item, the kind on the wire. */
  item_type: string;
  content: JsonObject;
  /** The reason of the failure, if `item.failed` has it. */
  error?: ThreadError;
}

/** An update of an item in progress. */
export interface ItemDeltaEnvelope extends EnvelopeBase {
  type: 'item.delta';
  /** Absent if the wire gives only the item's id. */
  item_type?: string;
  delta: ItemDelta;
  /** `snapshot`: the delta is the item's whole state and replaces the one before. `append`: add it. */
  mode: 'snapshot' | 'append';
}

/** What `itemEnvelope` gives: an item as a whole, or a piece of one. */
export type ItemEnvelope = ItemSnapshotEnvelope | ItemDeltaEnvelope;

/**
 * The flat view of an item's event: ids, kind and status at the top, all else in `content` or `delta`. What a reader
 * filled in is left out, except for the thread and the turn that the events before tell.
 *
 * @example
 * import { itemEnvelope, readThreadEvents } from 'threadline';
 *
 * for await (const event of readThreadEvents(process.stdin)) {
 *   const envelope = itemEnvelope(event);
 *   if (envelope) console.log(envelope.type, envelope.item_id, envelope.item_type);
 * }
 */
export function itemEnvelope(event: ThreadEvent): ItemEnvelope | undefined {
  if (event.type === 'item.delta') return appendEnvelope(event);
  const item = eventItem(event);
  if (!item) return undefined;
  const item_type = item.type === 'unknown' ? item.wire_type : item.type;
  const item_id = itemId(item);
  const own = { ...(item_id !== undefined && { item_id }), item_type, ...statusAndExtra(item, event.extra) };
  const base = { ...threadAndTurn(event), ...own };
  switch (event.type) {
    case 'item.updated':
      return { type: 'item.delta', ...base, delta: snapshotDelta(item, event.extra), mode: 'snapshot' };
    case 'item.failed':
      return {
        type: event.type,
        ...base,
        content: contentOf(item, event.extra),
        ...(event.error && { error: event.error }),
      };
    case 'item.started':
    case 'item.completed':
      return { type: event.type, ...base, content: contentOf(item, event.extra) };
    default:
      return undefined;
  }
}

function appendEnvelope(event: ItemDeltaEvent): ItemDeltaEnvelope {
  const { item_id, item_type, extra } = event;
  const { text_delta, ...rest } = event.delta;
  const delta = text_delta === undefined || isInferred(event, 'delta.text_delta') ? rest : event.delta;
  return {
    type: 'item.delta',
    ...threadAndTurn(event),
    ...(!isInferred(event, 'item_id') && { item_id }),
    ...(item_type !== undefined && { item_type }),
    ...(typeof delta.status === 'string' && { status: delta.status }),
    delta: renameFields(delta, item_type),
    mode: 'append',
    ...(extra && { extra }),
  };
}

function threadAndTurn({ thread_id, turn_id }: ThreadEvent): { thread_id?: string; turn_id?: string } {
  return { ...(thread_id !== undefined && { thread_id }), ...(turn_id !== undefined && { turn_id }) };
}

/** Some dialects give a status to items that have none in the model. It is then among the unknown fields. */
function statusAndExtra(item: ThreadItem, eventExtra: Extra | undefined): { status?: ItemStatus; extra?: Extra } {
  const { status: extraStatus, ...extra } = { ...eventExtra, ...item.extra };
  if (commandText(item, eventExtra) !== undefined) delete extra.text;
  const ownStatus = 'status' in item && !isInferred(item, 'status') ? item.status : undefined;
  const status = ownStatus ?? (typeof extraStatus === 'string' ? extraStatus : undefined);
  if (extraStatus !== undefined && extraStatus !== status) extra.status = extraStatus;
  return { ...(status !== undefined && { status }), ...(Object.keys(extra).length > 0 && { extra }) };
}

/** Some dialects give a command a text, which the model has no field for. In the flat view it is part of the content. */
function commandText(item: ThreadItem, eventExtra: Extra | undefined): string | undefined {
  const text = item.extra?.text ?? eventExtra?.text;
  return item.type === 'command_execution' && typeof text === 'string' ? text : undefined;
}

function contentOf(item: ThreadItem, eventExtra: Extra | undefined): JsonObject {
  const text = commandText(item, eventExtra);
  return text === undefined ? itemContent(item) : { text, ...itemContent(item) };
}

/** Every delta calls its text `text_delta`. */
function snapshotDelta(item: ThreadItem, extra: Extra | undefined): ItemDelta {
  const text_delta = itemText(item);
  if (text_delta === undefined) return contentOf(item, extra);
  const { text: _text, ...rest } = itemContent(item);
  return { text_delta, ...rest };
}

/** Names in other dialects and in the model for the fields of the envelope. */
const OUTPUT_NAMES = { aggregated_output: 'stdout', output: 'stdout', error_output: 'stderr', err: 'stderr' };
const DELTA_NAMES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['command_execution', namesOf(OUTPUT_NAMES)],
  ['file_change', namesOf({ file_path: 'path', patch: 'diff', ...OUTPUT_NAMES })],
  ['mcp_tool_call', namesOf({ server: 'server_name', tool: 'tool_name' })],
]);

function namesOf(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names));
}

/** A field keeps its name if the new one is taken. */
function renameFields(delta: ItemDelta, itemType: string | undefined): ItemDelta {
  const names = DELTA_NAMES.get(itemType ?? '');
  if (!names) return delta;
  const renamed: ItemDelta = {};
  for (const [key, value] of Object.entries(delta)) {
    const name = names.get(key) ?? key;
    const isTaken = Object.hasOwn(delta, name) || Object.hasOwn(renamed, name);
    setOwn(renamed, isTaken ? key : name, value);
  }
  return renamed;
}
