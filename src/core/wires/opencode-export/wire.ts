import { isObject, type JsonObject } from '../../lines/json.ts';
import { createOpencodeStoreReader } from '../opencode/read-stored.ts';
import { messageRecords, sessionRecord } from '../opencode/stored-records.ts';
import type { Wire } from '../wire.ts';
import { opencodeExportForm } from './form.ts';

/** Kilo measures its requests. Before it did, nothing tells its exports from those of OpenCode. */
function isOfKilo(messages: unknown): boolean {
  const all: unknown[] = Array.isArray(messages) ? messages : [];
  const parts = all.flatMap((message) => (isObject(message) && Array.isArray(message.parts) ? message.parts : []));
  return parts.some((part) => isObject(part) && part.type === 'step-finish' && isObject(part.metrics));
}

function* records(value: object): Generator<JsonObject> {
  const { info, messages, ...rest } = value as JsonObject;
  const session = sessionRecord({ ...rest, ...(isObject(info) ? info : {}) });
  yield isOfKilo(messages) ? { ...session, agent: 'kilo' } : session;
  for (const message of Array.isArray(messages) ? messages : []) {
    yield* messageRecords(isObject(message) ? message : { info: message });
  }
}

/** `opencode export ID`, and what `opencode import` takes: one document with the session and its messages. */
export const opencodeExport: Wire = {
  ...opencodeExportForm,
  createReader: createOpencodeStoreReader,
  document: { ...opencodeExportForm.document, records },
};
