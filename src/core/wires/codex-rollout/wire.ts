import type { Wire } from '../wire.ts';
import { sessionRecords } from './document.ts';
import { codexRolloutForm } from './form.ts';
import { createCodexRolloutReader } from './read.ts';

/** Codex's session files, of all forms. */
export const codexRollout: Wire = {
  ...codexRolloutForm,
  createReader: createCodexRolloutReader,
  document: { ...codexRolloutForm.document, records: sessionRecords },
};
