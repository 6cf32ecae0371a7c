import { isObject, type JsonObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createDroidReader } from './read.ts';

/** Other programs write `session_start` too: only Droid's has an owner beside the folder. */
function isStart(record: JsonObject): boolean {
  return record.type === 'session_start' && typeof record.owner === 'string' && typeof record.id === 'string';
}

function isMessage({ type, message, id }: JsonObject): boolean {
  if (type !== 'message' || !isObject(message) || typeof id !== 'string') return false;
  return (message.role === 'user' || message.role === 'assistant') && 'content' in message && !('model' in message);
}

/** `~/.factory/sessions/<folder>/<id>.jsonl`, by description. */
export const droidSession: Wire = {
  name: 'droid-session',
  agent: 'droid',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => isStart(record) || isMessage(record),
  createReader: createDroidReader,
};
