import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { isBookkeeping } from './wire-kinds.ts';

function isHeader({ type, protocol_version, created_at }: JsonObject): boolean {
  return type === 'metadata' && typeof protocol_version === 'string' && typeof created_at === 'number';
}

/** Every line has the time as a number, and a kind of two words. */
function isLine({ type, time, event, message }: JsonObject): boolean {
  if (typeof time !== 'number' || !isBookkeeping(type)) return false;
  if (type === 'context.append_loop_event') return isObject(event);
  return type !== 'context.append_message' || isObject(message);
}

/** `agents/<agent>/wire.jsonl` of Kimi Code. */
export const kimiWireForm = {
  name: 'kimi-wire',
  agent: 'kimi',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  recognises: (record) => isHeader(record) || isLine(record),
} satisfies WireForm;
