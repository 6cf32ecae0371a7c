import type { Wire } from '../wire.ts';
import { kimiStreamForm } from './form.ts';
import { createKimiStreamReader } from './read.ts';

/** `kimi -p … --output-format stream-json`. */
export const kimiStream: Wire = { ...kimiStreamForm, createReader: createKimiStreamReader };
