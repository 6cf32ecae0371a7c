import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';
import { dialectOf } from './dialect.ts';

/** What a person typed, of all sessions of an agent in one file. It outlives the sessions and has no answers. */
export const promptLogForm = {
  name: 'prompt-log',
  agent: '',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: false,
  ids: 'derived',
  recognises: (record) => dialectOf(record) !== undefined,
  document: {
    recognises: (value) => Array.isArray(value) && isObject(value[0]) && dialectOf(value[0]) === 'gemini',
    *records(value): Iterable<JsonObject> {
      for (const record of Array.isArray(value) ? value : []) yield isObject(record) ? record : { record };
    },
  },
} satisfies WireForm;
