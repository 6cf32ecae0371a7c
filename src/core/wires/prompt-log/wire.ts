import { isObject, type JsonObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createPromptLogReader } from './read.ts';
import { dialectOf } from './records.ts';

/** What a person typed, of all sessions of an agent in one file. It outlives the sessions and has no answers. */
export const promptLog: Wire = {
  name: 'prompt-log',
  agent: '',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: false,
  ids: 'derived',
  recognises: (record) => dialectOf(record) !== undefined,
  createReader: createPromptLogReader,
  document: {
    recognises: (value) => Array.isArray(value) && isObject(value[0]) && dialectOf(value[0]) === 'gemini',
    *records(value): Iterable<JsonObject> {
      for (const record of Array.isArray(value) ? value : []) yield isObject(record) ? record : { record };
    },
  },
};
