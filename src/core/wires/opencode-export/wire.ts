import { isObject, type JsonObject } from '../../lines/json.ts';
import { createOpencodeStoreReader } from '../opencode/read-stored.ts';
import { messageRecords, sessionRecord } from '../opencode/stored-records.ts';
import type { Wire } from '../wire.ts';

function isSession(info: unknown): boolean {
  return isObject(info) && typeof info.id === 'string' && typeof info.directory === 'string' && isObject(info.time);
}

/** Kilo measures its requests. Before it did, nothing tells its exports from those of OpenCode. */
function isOfKilo(messages: unknown): boolean {
  const all: unknown[] = Array.isArray(messages) ? messages : [];
  const parts = all.flatMap((message) => (isObject(message) && Array.isArray(message.parts) ? message.parts : []));
  return parts.some((part) => isObject(part) && part.type === 'step-finish' && isObject(part.metrics));
}

/** `opencode export ID`, and what `opencode import` takes: one document with the session and its messages. */
export const opencodeExport: Wire = {
  name: 'opencode-export',
  agent: 'opencode',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises: () => false,
  createReader: createOpencodeStoreReader,
  document: {
    recognises: (value) => isObject(value) && isSession(value.info) && Array.isArray(value.messages),
    *records(value) {
      const { info, messages, ...rest } = value as JsonObject;
      const session = sessionRecord({ ...rest, ...(isObject(info) ? info : {}) });
      yield isOfKilo(messages) ? { ...session, agent: 'kilo' } : session;
      for (const message of Array.isArray(messages) ? messages : []) {
        yield* messageRecords(isObject(message) ? message : { info: message });
      }
    },
  },
};
