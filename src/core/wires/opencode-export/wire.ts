import { isObject, type JsonObject } from '../../lines/json.ts';
import { createOpencodeStoreReader } from '../opencode/read-stored.ts';
import { messageRecords, sessionRecord } from '../opencode/stored-records.ts';
import type { Wire } from '../wire.ts';

function isSession(info: unknown): boolean {
  return isObject(info) && typeof info.id === 'string' && typeof info.directory === 'string' && isObject(info.time);
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
      yield sessionRecord({ ...rest, ...(isObject(info) ? info : {}) });
      for (const message of Array.isArray(messages) ? messages : []) {
        if (!isObject(message)) yield sessionRecord({ id: isObject(info) ? info.id : undefined, messages: message });
        else yield* messageRecords(message);
      }
    },
  },
};
