import type { Wire } from '../wire.ts';
import { gooseStreamForm } from './form.ts';
import { createGooseStreamReader } from './read.ts';

/** `goose run --output-format stream-json`, or `json`. */
export const gooseStream: Wire = { ...gooseStreamForm, createReader: createGooseStreamReader };
