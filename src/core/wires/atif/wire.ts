import { isObject, type JsonObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createAtifReader } from './read.ts';
import { atifRecords } from './records.ts';

/** A trajectory in the Agent Trajectory Interchange Format, 1.0 to 1.8: one document, of any agent. */
export const atif: Wire = {
  name: 'atif',
  agent: '',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: () => false,
  createReader: createAtifReader,
  document: {
    recognises: (value) =>
      isObject(value) && typeof value.schema_version === 'string' && value.schema_version.startsWith('ATIF-v'),
    records: (value) => atifRecords(value as JsonObject),
  },
};
