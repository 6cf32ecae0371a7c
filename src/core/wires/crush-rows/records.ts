// charmbracelet/crush, internal/db/migrations and internal/message/content.go; shapes also seen in databases that others published.
import { anything, optionalId, optionalNumber, optionalText, record, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** A row as a line: `{table, row}`. */
export const lineTable = fieldTable((wire) => ({ table: text(wire.table), row: record(wire.row) }));

export const sessionTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  parent_session_id: optionalId(wire.parent_session_id),
  title: optionalText(wire.title),
  /** Seconds since 1970, whatever the schema's comments say. */
  created_at: optionalNumber(wire.created_at),
}));

export const messageTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  session_id: optionalId(wire.session_id),
  role: text(wire.role),
  /** JSON: `[{type, data}]`. */
  parts: text(wire.parts),
  model: optionalText(wire.model),
  created_at: optionalNumber(wire.created_at),
  is_summary_message: anything(wire.is_summary_message),
}));
