import { createOpencodeStoreReader } from '../opencode/read-stored.ts';
import type { Wire } from '../wire.ts';
import { opencodeStoreForm } from './form.ts';

/** Sessions of OpenCode and Kilo: rows of their database, or files of the tree up to 1.1, as rows. */
export const opencodeStore: Wire = { ...opencodeStoreForm, createReader: createOpencodeStoreReader };
