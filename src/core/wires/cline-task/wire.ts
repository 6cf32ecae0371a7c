import type { Wire } from '../wire.ts';
import { clineTaskForm, clineTaskStreamForm } from './form.ts';
import { createClineTaskReader } from './read.ts';

/** `cline --json` of Cline 2. */
export const clineTaskStream: Wire = { ...clineTaskStreamForm, createReader: createClineTaskReader };

/** `ui_messages.json` below `~/.cline/data/tasks`, of Cline 2. */
export const clineTask: Wire = { ...clineTaskForm, createReader: createClineTaskReader };
