import type { Wire } from '../wire.ts';
import { codexLegacyForm } from './form.ts';
import { createCodexLegacyReader } from './read.ts';

/** `codex exec --json` and `codex proto`, 0.8 to 0.42. */
export const codexLegacy: Wire = { ...codexLegacyForm, createReader: createCodexLegacyReader };
