import type { Wire } from '../wire.ts';
import { codexExecForm } from './form.ts';
import { createCodexExecReader } from './read.ts';

/** `codex exec --json`, 0.42 to today. */
export const codexExec: Wire = { ...codexExecForm, createReader: createCodexExecReader };
