import type { JsonObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { atifForm } from './form.ts';
import { createAtifReader } from './read.ts';
import { atifRecords } from './records.ts';

/** A trajectory in the Agent Trajectory Interchange Format, 1.0 to 1.8: one document, of any agent. */
export const atif: Wire = {
  ...atifForm,
  createReader: createAtifReader,
  document: { ...atifForm.document, records: (value) => atifRecords(value as JsonObject) },
};
