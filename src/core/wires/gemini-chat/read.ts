import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { originOfNote } from '../../thread/hand-over.ts';
import { addInferred, inferredIds, THREAD_AND_TURN } from '../../thread/inferred.ts';
import { timeFrom } from '../../thread/time.ts';
import { badField } from '../field-table.ts';
import { inferEvent } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import type { ChatState } from './chat-state.ts';
import { createKnownMessages } from './known-messages.ts';
import { readCheckpoint, readMessage } from './messages.ts';
import { headerTable } from './records.ts';
import { createTurns } from './turns.ts';

/** Changes to the header have no time of their own. */
const TIME = ['timestamp'];
const PLACE = [...THREAD_AND_TURN, ...TIME];

/**
 * Reads chat files: lines that add to the lines before, or the records of a document. Changes that Gemini folds when it
 * loads a chat are told as they happen. What it forgets on the way, because a checkpoint holds less, is not.
 */
export function createGeminiChatReader(): WireReader {
  const turns = createTurns();
  const state: ChatState = {
    messages: createKnownMessages(),
    calls: new Map(),
    turns,
    isAgent: false,
    keepsRequests: false,
  };
  let threadId: string | undefined;
  let lastLine = 0;
  let lastTime: string | undefined;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    lastLine = line;
    const before = turns.current();
    const events = readRecord(record, problems);
    for (const event of events) place(event, before);
    lastTime = typeof record.timestamp === 'string' ? record.timestamp : (timeFrom(record.timestamp) ?? lastTime);
    return events;
  }

  function readRecord(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    if (typeof record.id === 'string' && typeof record.type === 'string') return readMessage(state, record, problems);
    if ('$rewindTo' in record) return readRewind(record);
    if ('$set' in record) return readSet(record, problems);
    if (typeof record.sessionId === 'string') return readHeader(record, problems);
    if ('id' in record && typeof record.id !== 'string') problems.push(badField('id', record.id));
    const { type, ...data } = record;
    return [{ type: 'unknown', wire_type: typeof type === 'string' ? type : (Object.keys(record)[0] ?? ''), data }];
  }

  /** Adds the event's place and time, as far as its reader did not. */
  function place(event: ThreadEvent, turnBefore: string | undefined): void {
    event.line = lastLine;
    if (event.type === 'thread.started') return;
    if (threadId !== undefined) event.thread_id = threadId;
    const turnId = event.turn_id ?? turns.current() ?? turnBefore;
    if (turnId !== undefined) event.turn_id = turnId;
    const ids = inferredIds(threadId === undefined, turnId === undefined);
    if (ids) addInferred(event, ids);
    if (event.timestamp !== undefined || lastTime === undefined) return;
    event.timestamp = lastTime;
    addInferred(event, TIME);
  }

  function readHeader(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { messages, ...header } = record;
    const { sessionId, startTime, kind, extra } = headerTable.read(header, problems);
    state.isAgent = kind === 'subagent';
    // The field came with such records.
    state.keepsRequests = kind !== undefined;
    const begun: ThreadStartedEvent = { type: 'thread.started', thread_id: sessionId, agent: 'gemini' };
    const event = withDefined(begun, {
      resumed: threadId === sessionId || undefined,
      started_at: startTime,
      timestamp: startTime,
      source: kind,
      origin: originOfNote(extra?.threadline),
      extra,
    });
    inferEvent(event, record);
    const events: ThreadEvent[] = [...turns.end().map((ended) => placed(ended)), event];
    threadId = sessionId === '' ? undefined : sessionId;
    lastTime = startTime ?? lastTime;
    if (messages === undefined) return events;
    if (!Array.isArray(messages)) problems.push(badField('messages', messages));
    const others = Array.isArray(messages) ? messages.filter((message) => !isObject(message)) : messages;
    if (!Array.isArray(others) || others.length > 0) event.extra = { ...extra, messages: others };
    for (const message of Array.isArray(messages) ? messages : []) {
      if (isObject(message)) for (const found of readRecord(message, problems)) events.push(placed(found));
    }
    return events;
  }

  function placed(event: ThreadEvent): ThreadEvent {
    place(event, undefined);
    return event;
  }

  /** Changes to the header, or, with messages, a checkpoint that replaces all before it. */
  function readSet(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const messages = isObject(record.$set) ? record.$set.messages : undefined;
    if (!Array.isArray(messages)) return [changeOf(record)];
    const context: ThreadEvent = { type: 'context', kind: 'checkpoint', data: record };
    return [context, ...readCheckpoint(state, messages, problems)];
  }

  /** A third of all lines. Built in one expression: an object that grows field by field takes more time and memory. */
  function changeOf(data: JsonObject): ThreadEvent {
    const turn_id = turns.current();
    if (threadId === undefined || turn_id === undefined || lastTime === undefined) {
      return { type: 'context', kind: '$set', data };
    }
    return {
      type: 'context',
      kind: '$set',
      data,
      line: lastLine,
      thread_id: threadId,
      turn_id,
      timestamp: lastTime,
      inferred: PLACE,
    };
  }

  function readRewind(record: JsonObject): ThreadEvent[] {
    const target = record.$rewindTo;
    const gone = state.messages.rewind(typeof target === 'string' ? target : '');
    const turn_ids = gone.flatMap(({ begins }) => (begins === undefined ? [] : [begins]));
    const events: ThreadEvent[] = [...turns.end(), { type: 'context', kind: '$rewindTo', data: record }];
    if (turn_ids.length > 0) events.push({ type: 'turn.withdrawn', turn_ids });
    return events;
  }

  return {
    read,
    end: () => turns.end().map(placed),
  };
}
