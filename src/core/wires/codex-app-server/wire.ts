import type { Wire } from '../wire.ts';
import { codexAppServerForm } from './form.ts';
import { createCodexAppServerReader } from './read.ts';

/** `codex app-server`, both of its forms, 0.43 to today: what it and its client say to each other, or one of them. */
export const codexAppServer: Wire = { ...codexAppServerForm, createReader: createCodexAppServerReader };
