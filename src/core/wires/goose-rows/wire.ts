import type { Wire } from '../wire.ts';
import { gooseRowsForm } from './form.ts';
import { createGooseRowsReader } from './read.ts';

/** goose's `sessions.db`, as lines of rows; `goose session export --format json`; session files before 1.10. */
export const gooseRows: Wire = { ...gooseRowsForm, createReader: createGooseRowsReader };
