import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** `opencode run --format json`, and `kilo run --format json`, whose lines look the same. */
export const opencodeStreamForm = {
  name: 'opencode-stream',
  agent: 'opencode',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises({ type, sessionID, timestamp, part, error }: JsonObject) {
    if (typeof type !== 'string' || typeof sessionID !== 'string' || typeof timestamp !== 'number') return false;
    if (isObject(part)) return typeof part.messageID === 'string' && typeof part.type === 'string';
    return type === 'error' && error !== undefined;
  },
} satisfies WireForm;
