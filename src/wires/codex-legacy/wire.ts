import type { Wire } from '../wire.ts';

/** `codex exec --json` and `codex proto`, 0.8 to 0.42. */
export const codexLegacy: Wire = {
  name: 'codex-legacy',
  hasThreadIds: false,
  recognises: () => false,
  createReader: () => ({ read: () => [], end: () => [] }),
};
