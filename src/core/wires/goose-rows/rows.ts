// block/goose, crates/goose/src/session/session_manager.rs: the tables sessions, messages and usage_ledger.
import {
  optionalCount,
  optionalId,
  optionalNumber,
  optionalRecord,
  optionalText,
  record,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** A row as a line: `{table, row}`. */
export const lineTable = fieldTable((wire) => ({ table: text(wire.table), row: record(wire.row) }));

export const sessionTable = fieldTable((wire) => ({
  /** `YYYYMMDD_N`: unique only in its own database. */
  id: optionalId(wire.id),
  /** The title, of goose or of the person. */
  name: optionalText(wire.name),
  working_dir: optionalText(wire.working_dir),
  /** UTC, without a zone. */
  created_at: optionalText(wire.created_at),
  /** `user`, `sub_agent`, `scheduled`, `hidden`, … */
  session_type: optionalText(wire.session_type),
  /** The session whose agent started this one (schema 16 and later). */
  parent_session_id: optionalId(wire.parent_session_id),
  provider_name: optionalText(wire.provider_name),
  /** JSON: `{model_name, …}`. An object in an exported session. */
  model_config_json: optionalText(wire.model_config_json),
  model_config: optionalRecord(wire.model_config),
}));

export const messageRowTable = fieldTable((wire) => ({
  /** Its number in the database. */
  id: optionalCount(wire.id),
  message_id: optionalId(wire.message_id),
  session_id: optionalId(wire.session_id),
  role: text(wire.role),
  /** JSON: a list of blocks. */
  content_json: text(wire.content_json),
  /** Seconds since 1970. */
  created_timestamp: optionalNumber(wire.created_timestamp),
  /** The time of writing, in UTC without a zone. */
  timestamp: optionalText(wire.timestamp),
  /** JSON. */
  metadata_json: optionalText(wire.metadata_json),
}));

/** What one request used (schema 14 and later). Its counts are read as those of a message. */
export const ledgerTable = fieldTable((wire) => ({
  id: optionalCount(wire.id),
  session_id: optionalId(wire.session_id),
  created_timestamp: optionalNumber(wire.created_timestamp),
  model: optionalText(wire.model),
}));
