// By description: cursor.com's documentation, and several readers that agree.
import { optionalText, record, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

export const messageLineTable = fieldTable((wire) => ({ role: text(wire.role), message: record(wire.message) }));

export const endTable = fieldTable((wire) => ({
  type: text(wire.type),
  /** `success`, `error`, `aborted`. */
  status: text(wire.status),
  error: optionalText(wire.error),
}));
