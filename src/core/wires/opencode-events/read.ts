import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { createConversation, type RecordPlace } from '../opencode/conversation.ts';
import type { WireReader } from '../wire.ts';
import { deltaTable, errorTable, eventTable } from './records.ts';

/** Reads the data lines of `GET /event`: the whole life of messages and parts, of all sessions of a server. */
export function createOpencodeEventsReader(): WireReader {
  const conversation = createConversation();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type, properties = {}, extra } = eventTable.read(record, problems);
    const { sessionID } = properties;
    const place: RecordPlace = { line, problems, ...(typeof sessionID === 'string' && { sessionId: sessionID }) };
    const events = readEvent(type, properties, record, place);
    const [first] = events;
    if (extra && first) first.extra = { ...first.extra, ...extra };
    return events;
  }

  function readEvent(type: string, properties: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const { info, part } = properties;
    switch (type) {
      case 'session.created':
      case 'session.updated':
        return isObject(info) ? conversation.session(info, place) : context(record, place);
      case 'message.updated':
        return isObject(info) ? conversation.message(info, place) : context(record, place);
      case 'message.part.updated':
        return isObject(part) ? conversation.part(part, place) : context(record, place);
      case 'message.part.delta':
        return readDelta(properties, record, place);
      case 'session.error': {
        const { error } = errorTable.read(properties, place.problems);
        return error === undefined ? context(record, place) : conversation.error(error, place);
      }
      case 'session.idle':
        return [...context(record, place), ...conversation.idle(place)];
      default:
        return context(record, place);
    }
  }

  /** Older versions tell a piece together with its part. */
  function readDelta(properties: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const { partID, field, delta, messageID, extra } = deltaTable.read(properties, place.problems);
    if (partID === undefined || field !== 'text' || delta === undefined) return context(record, place);
    const events = conversation.delta(partID, { text_delta: delta }, place);
    const last = events.at(-1);
    if (messageID !== undefined && last) last.request_id = messageID;
    if (extra && last) last.extra = extra;
    return events;
  }

  /** What the server tells of itself, or of a session but not of its conversation. */
  function context(record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const { type, ...data } = record;
    return conversation.other({ type: 'context', kind: typeof type === 'string' ? type : '', data }, place);
  }

  return { read, end: conversation.end, agent: conversation.agent };
}
