import { isObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

function isSession(info: unknown): boolean {
  return isObject(info) && typeof info.id === 'string' && typeof info.directory === 'string' && isObject(info.time);
}

/** `opencode export ID`, and what `opencode import` takes: one document with the session and its messages. */
export const opencodeExportForm = {
  name: 'opencode-export',
  agent: 'opencode',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: () => false,
  document: {
    recognises: (value) => isObject(value) && isSession(value.info) && Array.isArray(value.messages),
  },
} satisfies WireForm;
