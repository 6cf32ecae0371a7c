import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { optionalId, optionalRecord, text } from '../field-checks.ts';
import { badField, fieldTable } from '../field-table.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { createConversation, type RecordPlace } from './conversation.ts';

const rowTable = fieldTable((wire) => ({
  table: text(wire.table),
  /** The agent, where the place of the row tells it. */
  agent: optionalId(wire.agent),
  row: optionalRecord(wire.row),
}));

/** Reads `{"table", "row"}`: rows of the database, or files of the tree before it. */
export function createOpencodeStoreReader(options?: WireOptions): WireReader {
  const conversation = createConversation(options);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { table, agent, row, extra } = rowTable.read(record, problems);
    const place: RecordPlace = { line, problems, agent };
    const events = row ? readRow(table, row, record, place) : unknown(record, place);
    const [first] = events;
    if (extra && first) first.extra = { ...first.extra, ...extra };
    return events;
  }

  function readRow(table: string, row: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    if (table === 'session') return conversation.session(row, place);
    if (table !== 'message' && table !== 'part') return unknown(record, place);
    const value = valueIn(row, place.problems);
    const created = timeFrom(row.time_created);
    if (table === 'part') return conversation.part(value, { ...place, created });
    return conversation.message(value, { ...place, timestamp: created });
  }

  function unknown(record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const { table, ...data } = record;
    return conversation.other({ type: 'unknown', wire_type: typeof table === 'string' ? table : '', data }, place);
  }

  return { read, end: conversation.end, agent: conversation.agent };
}

/** A row of the database keeps the value in `data`, as a text without the ids. A file of the tree is the value. */
function valueIn(row: JsonObject, problems: Problem[]): JsonObject {
  if (row.data === undefined) return row;
  const { id, session_id, message_id, data, time_created: _created, time_updated: _updated, ...others } = row;
  const value = typeof data === 'string' ? parseObject(data) : data;
  if (!isObject(value)) problems.push(badField('data', data));
  const ids = { id, sessionID: session_id, ...(message_id !== undefined && { messageID: message_id }) };
  const rest = isObject(value) ? { ...others, ...value } : { ...others, data };
  return { ...rest, ...ids };
}
