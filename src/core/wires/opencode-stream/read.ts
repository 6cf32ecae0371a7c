import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { createConversation, type RecordPlace } from '../opencode/conversation.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { lineTable } from './records.ts';

/** Reads `opencode run --format json`: parts as they end, without a header, a prompt or an end. */
export function createOpencodeStreamReader(options?: WireOptions): WireReader {
  const conversation = createConversation(options);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type, timestamp, sessionID, part, error, extra } = lineTable.read(record, problems);
    const place: RecordPlace = { line, problems, sessionId: sessionID, timestamp: timeFrom(timestamp) };
    const events = part ? conversation.part(part, place) : toldWithout(type, error, record, place);
    const last = events.at(-1);
    if (extra && last) last.extra = { ...last.extra, ...extra };
    return events;
  }

  function toldWithout(
    type: string,
    error: Parameters<typeof conversation.error>[0] | undefined,
    record: JsonObject,
    place: RecordPlace,
  ): ThreadEvent[] {
    if (error !== undefined) return conversation.error(error, place);
    const { type: _type, ...data } = record;
    return conversation.other({ type: 'unknown', wire_type: type, data }, place);
  }

  return { read, end: conversation.end, agent: conversation.agent };
}
