import type { Wire } from '../wire.ts';
import { promptLogForm } from './form.ts';
import { createPromptLogReader } from './read.ts';

/** What a person typed, of all sessions of an agent in one file. It outlives the sessions and has no answers. */
export const promptLog: Wire = { ...promptLogForm, createReader: createPromptLogReader };
