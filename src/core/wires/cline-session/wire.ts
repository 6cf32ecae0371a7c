import type { Wire } from '../wire.ts';
import { clineSessionForm } from './form.ts';
import { createClineSessionReader } from './read.ts';

/** `<id>.messages.json` below `~/.cline/data/sessions`, of Cline 3. */
export const clineSession: Wire = { ...clineSessionForm, createReader: createClineSessionReader };
