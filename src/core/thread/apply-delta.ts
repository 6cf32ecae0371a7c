import { setOwn } from '../lines/json.ts';
import type { ItemDelta, ItemDeltaEvent } from './event.ts';
import type { ThreadItem } from './item.ts';

/** Makes the item of a delta that comes first. A kind that deltas cannot open by themselves is kept as unknown. */
export function itemOfDelta({ item_id: id, item_type }: ItemDeltaEvent): ThreadItem {
  switch (item_type) {
    case 'agent_message':
    case 'reasoning':
    case 'user_message':
      return { id, type: item_type, text: '' };
    case 'command_execution':
      return { id, type: item_type, command: '', aggregated_output: '', status: 'in_progress' };
    default:
      return { id, type: 'unknown', wire_type: item_type ?? '', data: {} };
  }
}

/** Adds a delta to an item in place: with many small deltas, copies would take quadratic time. */
export function applyDelta(item: ThreadItem, delta: ItemDelta): void {
  for (const name of Object.keys(delta)) {
    if (!applyField(item, name, delta)) keepField(item, name, delta[name]);
  }
}

/** Sets a typed field of the item. False if it has none of that name. */
function applyField(item: ThreadItem, name: string, delta: ItemDelta): boolean {
  const value = delta[name];
  if (typeof value === 'string') {
    if (name === 'text_delta') return appendText(item, value, delta.stream);
    if (name === 'stream' && item.type === 'command_execution') return true;
    if (name === 'status' && 'status' in item) {
      item.status = value;
      return true;
    }
  }
  if (name === 'exit_code' && typeof value === 'number' && item.type === 'command_execution') {
    item.exit_code = value;
    return true;
  }
  return false;
}

function appendText(item: ThreadItem, text: string, stream: string | undefined): boolean {
  switch (item.type) {
    case 'agent_message':
    case 'reasoning':
    case 'user_message':
      item.text += text;
      return true;
    case 'command_execution':
      item.aggregated_output += text;
      if (stream === 'stdout' || stream === 'stderr') item[stream] = (item[stream] ?? '') + text;
      return true;
    default:
      return false;
  }
}

/** Keeps other partial state beside the typed fields, so that these keep their types. */
function keepField(item: ThreadItem, name: string, value: unknown): void {
  if (item.type === 'unknown') {
    setOwn(item.data, name, name === 'text_delta' ? joined(item.data[name], value) : value);
    return;
  }
  item.extra ??= {};
  setOwn(item.extra, name, name === 'text_delta' ? joined(item.extra[name], value) : value);
}

function joined(before: unknown, text: unknown): unknown {
  return typeof before === 'string' && typeof text === 'string' ? before + text : text;
}
