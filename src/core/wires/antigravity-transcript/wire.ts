import type { Wire } from '../wire.ts';
import { createAntigravityReader } from './read.ts';

/** `brain/<id>/.system_generated/logs/transcript.jsonl` of Antigravity, by description. */
export const antigravityTranscript: Wire = {
  name: 'antigravity-transcript',
  agent: 'antigravity',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: false,
  ids: 'derived',
  recognises: ({ step_index, source, type }) =>
    typeof step_index === 'number' && typeof source === 'string' && typeof type === 'string' && /^[A-Z_]+$/.test(type),
  createReader: createAntigravityReader,
};
