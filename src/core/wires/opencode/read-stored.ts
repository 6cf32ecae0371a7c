import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { badField } from '../field-table.ts';
import type { WireReader } from '../wire.ts';
import { createConversation, type RecordPlace } from './conversation.ts';
import { isoTime } from './records.ts';

/** Reads `{"table", "row"}`: rows of the database, or files of the tree before it. */
export function createOpencodeStoreReader(): WireReader {
  const conversation = createConversation();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { table, row, agent, ...rest } = record;
    if (!isObject(row)) return unknown(record, { line, problems });
    const known = typeof agent === 'string' && agent !== '' ? { agent } : {};
    const place: RecordPlace = { line, problems, ...known };
    const events = readRow(table, row, record, place);
    const [first] = events;
    for (const name in rest) if (first) first.extra = { ...first.extra, [name]: rest[name] };
    return events;
  }

  function readRow(table: unknown, row: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    if (table === 'session') return conversation.session(row, place);
    if (table !== 'message' && table !== 'part') return unknown(record, place);
    const value = valueIn(row, place.problems);
    const created = isoTime(row.time_created);
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
