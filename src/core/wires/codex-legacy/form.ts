import type { WireForm } from '../wire.ts';
import { isEnvelope, isHeader, isPrompt } from './records.ts';

/** `codex exec --json` and `codex proto`, 0.8 to 0.42. */
export const codexLegacyForm = {
  name: 'codex-legacy',
  agent: 'codex',
  kind: 'stream',
  marksTurnEnds: false,
  hasThreadIds: false,
  ids: 'derived',
  recognises: (record) => isEnvelope(record) || isHeader(record) || isPrompt(record),
} satisfies WireForm;
