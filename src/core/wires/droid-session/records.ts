// By description: nothing was recorded. Readers of others agree on the fields; no whole session file was found.
import { anything, optionalId, optionalText, record, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** The first line. */
export const startTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: optionalId(wire.id),
  title: optionalText(wire.title),
  sessionTitle: optionalText(wire.sessionTitle),
  cwd: optionalText(wire.cwd),
  timestamp: optionalText(wire.timestamp),
}));

export const messageLineTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: optionalId(wire.id),
  /** ISO 8601. */
  timestamp: optionalText(wire.timestamp),
  message: record(wire.message),
}));

export const messageTable = fieldTable((wire) => ({
  role: text(wire.role),
  /** A text, or blocks in Anthropic's form, bare strings among them. */
  content: anything(wire.content),
}));

export const compactionTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: optionalId(wire.id),
  timestamp: optionalText(wire.timestamp),
  summaryText: text(wire.summaryText),
}));
