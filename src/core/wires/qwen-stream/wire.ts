import type { Wire } from '../wire.ts';
import { qwenStreamForm } from './form.ts';
import { createQwenStreamReader } from './read.ts';

/** `qwen -p … --output-format stream-json`, or `json`: the same as one list. */
export const qwenStream: Wire = { ...qwenStreamForm, createReader: createQwenStreamReader };
