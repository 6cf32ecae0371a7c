import { isObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** A trajectory in the Agent Trajectory Interchange Format, 1.0 to 1.8: one document, of any agent. */
export const atifForm = {
  name: 'atif',
  agent: '',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: () => false,
  document: {
    recognises: (value) =>
      isObject(value) && typeof value.schema_version === 'string' && value.schema_version.startsWith('ATIF-v'),
  },
} satisfies WireForm;
