import type { Wire } from '../wire.ts';
import { clineStreamForm } from './form.ts';
import { createClineStreamReader } from './read.ts';

/** `cline --json` of Cline 3. */
export const clineStream: Wire = { ...clineStreamForm, createReader: createClineStreamReader };
