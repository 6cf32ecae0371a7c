import type { Wire } from '../wire.ts';
import { piSessionForm } from './form.ts';
import { createPiReader } from './read.ts';

/** `pi --mode json`, `--mode rpc`, and session files: one wire, because the first line of all is the same. */
export const piSession: Wire = { ...piSessionForm, createReader: createPiReader };
