// block/goose, crates/goose/src/session/session_manager.rs: the tables sessions, messages and usage_ledger.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** A row as a line: `{table, row}`. */
export const lineTable = fieldTable((wire) => ({ table: check.text(wire.table), row: check.record(wire.row) }));

export const sessionTable = fieldTable((wire) => ({
  /** `YYYYMMDD_N`: unique only in its own database. */
  id: check.optionalId(wire.id),
  /** The title, of goose or of the person. */
  name: check.optionalText(wire.name),
  working_dir: check.optionalText(wire.working_dir),
  /** UTC, without a zone. */
  created_at: check.optionalText(wire.created_at),
  /** `user`, `sub_agent`, `scheduled`, `hidden`, … */
  session_type: check.optionalText(wire.session_type),
  /** The session whose agent started this one (schema 16 and later). */
  parent_session_id: check.optionalId(wire.parent_session_id),
  provider_name: check.optionalText(wire.provider_name),
  /** JSON: `{model_name, …}`. An object in an exported session. */
  model_config_json: check.optionalText(wire.model_config_json),
  model_config: check.optionalRecord(wire.model_config),
}));

export const messageRowTable = fieldTable((wire) => ({
  /** Its number in the database. */
  id: check.optionalCount(wire.id),
  message_id: check.optionalId(wire.message_id),
  session_id: check.optionalId(wire.session_id),
  role: check.text(wire.role),
  /** JSON: a list of blocks. */
  content_json: check.text(wire.content_json),
  /** Seconds since 1970. */
  created_timestamp: check.optionalNumber(wire.created_timestamp),
  /** The time of writing, in UTC without a zone. */
  timestamp: check.optionalText(wire.timestamp),
  /** JSON. */
  metadata_json: check.optionalText(wire.metadata_json),
}));

/** What one request used (schema 14 and later). Its counts are read as those of a message. */
export const ledgerTable = fieldTable((wire) => ({
  id: check.optionalCount(wire.id),
  session_id: check.optionalId(wire.session_id),
  created_timestamp: check.optionalNumber(wire.created_timestamp),
  model: check.optionalText(wire.model),
  /** 1 for the request for a summary, which no message counts. */
  is_compaction: check.optionalCount(wire.is_compaction),
}));
