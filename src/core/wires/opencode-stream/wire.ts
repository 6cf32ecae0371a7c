import type { Wire } from '../wire.ts';
import { opencodeStreamForm } from './form.ts';
import { createOpencodeStreamReader } from './read.ts';

/** `opencode run --format json`, and `kilo run --format json`, whose lines look the same. */
export const opencodeStream: Wire = { ...opencodeStreamForm, createReader: createOpencodeStreamReader };
