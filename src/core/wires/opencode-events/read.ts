import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { createConversation, type RecordPlace } from '../opencode/conversation.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { deltaTable, errorTable, eventTable, toldTable } from './records.ts';

/** The events that tell of something as it is now. */
const TELLING = new Map<string, 'session' | 'message' | 'part'>([
  ['session.created', 'session'],
  ['session.updated', 'session'],
  ['message.updated', 'message'],
  ['message.part.updated', 'part'],
]);

/** Reads the data lines of `GET /event`: the whole life of messages and parts, of all sessions of a server. */
export function createOpencodeEventsReader(options?: WireOptions): WireReader {
  const conversation = createConversation(options);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type, properties = {}, extra } = eventTable.read(record, problems);
    const { sessionID } = properties;
    const place: RecordPlace = { line, problems, ...(typeof sessionID === 'string' && { sessionId: sessionID }) };
    const events = readEvent(type, properties, record, place);
    const [first] = events;
    // Its id is that of the event, not of what it tells of.
    if (extra && first) first.extra = { ...first.extra, event: extra };
    return events;
  }

  function readEvent(type: string, properties: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const tell = TELLING.get(type);
    if (tell) return readTold(tell, properties, record, place);
    switch (type) {
      case 'message.part.delta':
        return readDelta(properties, record, place);
      case 'session.error':
        return readError(properties, record, place);
      case 'session.idle':
        return [...context(record, place), ...conversation.idle(place)];
      default:
        return context(record, place);
    }
  }

  /** A session, a message or a part, as it is now. */
  function readTold(
    tell: 'session' | 'message' | 'part',
    properties: JsonObject,
    record: JsonObject,
    place: RecordPlace,
  ) {
    const { info, part, time, extra } = toldTable.read(properties, place.problems);
    const value = tell === 'part' ? part : info;
    if (!value) return context(record, place);
    const events = conversation[tell](value, { ...place, timestamp: timeFrom(time) });
    const [first] = events;
    if (extra && first) first.extra = { ...first.extra, properties: extra };
    return events;
  }

  function readError(properties: JsonObject, record: JsonObject, place: RecordPlace): ThreadEvent[] {
    const { error, extra } = errorTable.read(properties, place.problems);
    if (error === undefined) return context(record, place);
    const events = conversation.error(error, place);
    const [first] = events;
    if (extra && first) first.extra = { ...first.extra, properties: extra };
    return events;
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
