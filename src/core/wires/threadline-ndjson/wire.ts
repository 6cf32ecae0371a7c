import type { JsonObject } from '../../lines/json.ts';
import { isMarked } from '../threadline/mark.ts';
import type { Wire } from '../wire.ts';
import { createOwnNdjsonReader, readableMessage } from './read.ts';

/** Gemini's own stream has the same kinds, and a time on every line. Errors, and an `init` that says nothing, are anybody's. */
function isTelling({ type, timestamp, delta, session_id, modelId }: JsonObject): boolean {
  if (timestamp !== undefined || type === 'error' || (type === 'message' && typeof delta !== 'boolean')) return false;
  return type !== 'init' || typeof session_id === 'string' || typeof modelId === 'string';
}

/** `threadline convert --to ndjson`, the same of `run` and `export`, and what a chat service writes. */
export const threadlineNdjson: Wire = {
  name: 'threadline-ndjson',
  agent: '',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'wire',
  mayFollow: true,
  recognises: (record) => (isMarked(record) || isTelling(record)) && readableMessage(record) !== undefined,
  createReader: createOwnNdjsonReader,
};
