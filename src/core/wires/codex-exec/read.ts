import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type {
  ThreadEvent,
  ThreadStartedEvent,
  TokenCountEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
} from '../../thread/event.ts';
import { addInferred, inferredIds, THREAD, THREAD_AND_TURN } from '../../thread/inferred.ts';
import { createRunningUsage } from '../../thread/running-usage.ts';
import { readUsage, withTotal } from '../codex/token-usage.ts';
import { keyCount } from '../field-table.ts';
import { inferCounts, inferEvent } from '../inferred.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { isDelta, readDelta } from './deltas.ts';
import {
  errorEventTable,
  itemEnvelopeTable,
  liftError,
  sessionTable,
  threadTable,
  tokenCountTable,
  turnAbortedTable,
  turnCompletedTable,
  turnFailedTable,
  turnStartedTable,
  unknownTable,
} from './event-tables.ts';
import { itemKind, readItem } from './items.ts';
import { createResponsesReader } from './responses.ts';

/** Reads `codex exec --json` of every version, and what others made of it. Each record gives one event. */
export function createCodexExecReader(options: WireOptions = {}): WireReader {
  let threadId: string | undefined;
  let turnId: string | undefined;
  /** Numbers turns without an id for the reader's whole life, so that two threads never share one. */
  let unnamedTurns = 0;
  const usage = createRunningUsage(options.priorUsage);
  const responses = createResponsesReader();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type } = record;
    const plain = readPlain(type, record, line, problems);
    if (plain) return [plain];
    const event = placed(readRecord(type, record, line, problems), line);
    inferEvent(event, record);
    if (type === 'turn.completed' || type === 'turn.failed' || type === 'turn.aborted') {
      if (event.type === 'turn.completed') addTurnUsage(event);
      turnId = undefined;
    }
    return [event];
  }

  /**
   * Handles nearly every line: events of an ordinary run that have only the fields that Codex itself writes. They are
   * made in one piece, because adding fields later costs more than all the rest. Undefined for anything else.
   */
  function readPlain(type: unknown, record: JsonObject, line: number, problems: Problem[]): ThreadEvent | undefined {
    if (type === 'thread.started' && keyCount(record) === 2) {
      const id = record.thread_id;
      if (typeof id !== 'string' || id === '' || id !== id.trim()) return undefined;
      beginThread(id);
      return { type, thread_id: id, agent: 'codex', line };
    }
    if (threadId === undefined) return undefined;
    if (type === 'turn.started' && keyCount(record) === 1) {
      turnId = nextTurnId();
      return { type, turn_id: turnId, line, thread_id: threadId, inferred: THREAD_AND_TURN };
    }
    if (turnId === undefined || keyCount(record) !== 2) return undefined;
    if (type === 'item.completed' || type === 'item.started') {
      if (!isObject(record.item)) return undefined;
      const item = readItem(record.item, line, type === 'item.completed' ? 'completed' : 'in_progress', problems);
      return { type, item, line, thread_id: threadId, turn_id: turnId, inferred: THREAD_AND_TURN };
    }
    if (type === 'turn.completed' && isObject(record.usage)) {
      const total = readUsage(record.usage, problems);
      const event: TurnCompletedEvent = {
        type,
        usage: total,
        line,
        thread_id: threadId,
        turn_id: turnId,
        inferred: THREAD_AND_TURN,
      };
      inferCounts(event, 'usage', total, record.usage);
      addTurnUsage(event);
      turnId = undefined;
      return event;
    }
    return undefined;
  }

  /** Adds the event's place, as far as the wire does not have it. */
  function placed(event: ThreadEvent, line: number): ThreadEvent {
    event.line = line;
    const ids = inferredIds(event.thread_id !== undefined || !threadId, event.turn_id !== undefined || !turnId);
    if (event.thread_id === undefined && threadId !== undefined) event.thread_id = threadId;
    if (event.turn_id === undefined && turnId !== undefined) event.turn_id = turnId;
    return ids ? addInferred(event, ids) : event;
  }

  function addTurnUsage(event: TurnCompletedEvent): void {
    const turnUsage = event.usage && usage.next(event.usage);
    if (turnUsage) event.turn_usage = turnUsage;
  }

  function readRecord(type: unknown, record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    switch (type) {
      case 'turn.started':
        return turnStarted(record, problems);
      case 'turn.completed':
        return withUsageTotal(turnCompletedTable.take(record, problems), record.usage);
      case 'turn.failed':
        return withUsageTotal(turnFailedTable.take(liftError(record), problems), record.usage);
      case 'turn.aborted':
        return turnAbortedTable.take(record, problems);
      case 'thread.started':
      case 'thread.resumed':
      case 'session.created':
        return threadStarted(record, problems);
      case 'item.started':
      case 'item.completed':
      case 'item.created':
      case 'item.updated':
      case 'item.failed':
      case 'item.delta':
        return itemEvent(record, line, problems);
      case 'error':
        return errorEventTable.take(record, problems);
      case 'token_count':
        return tokenCount(record, problems);
      case 'message.output_text.delta':
      case 'response.output_text.delta':
        return responses.delta(record, line, problems);
      case 'message.output_text.done':
      case 'response.output_text.done':
        return responses.done(record, line, problems);
      case 'response.completed':
        return responses.completed(record, problems);
      default:
        return unknownEvent(record);
    }
  }

  function threadStarted(record: JsonObject, problems: Problem[]): ThreadEvent {
    const isResponseSession = record.type === 'session.created' && record.session_id === undefined;
    if (isResponseSession && threadId !== undefined) {
      const read = sessionTable.take(record, problems);
      const event: ThreadEvent = { thread_id: threadId, ...read, agent: 'codex' };
      return read.thread_id === undefined ? addInferred(event, THREAD) : event;
    }
    const wireType = record.type;
    const { thread_id = '', ...fields } = threadTable.take(record, problems);
    const event: ThreadStartedEvent = { ...fields, thread_id, agent: 'codex' };
    if (wireType === 'thread.resumed') event.resumed = true;
    if (thread_id === '') problems.push({ code: 'bad-field', message: 'the event names no thread' });
    beginThread(thread_id);
    return event;
  }

  function beginThread(id: string): void {
    // Totals of another thread are unrelated to this one's.
    if (threadId !== undefined && threadId !== id) usage.forget();
    if (threadId !== id) responses.reset();
    threadId = id === '' ? undefined : id;
    turnId = undefined;
  }

  function nextTurnId(): string {
    unnamedTurns += 1;
    return `synthetic-turn-${unnamedTurns}`;
  }

  function turnStarted(record: JsonObject, problems: Problem[]): ThreadEvent {
    const event = turnStartedTable.take(record, problems);
    turnId = event.turn_id ?? nextTurnId();
    if (event.thread_id !== undefined) threadId = event.thread_id;
    return event;
  }

  return { read, end: () => [] };
}

type ItemEventType = 'item.started' | 'item.updated' | 'item.completed' | 'item.failed';

function itemEvent(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  if (isDelta(record)) return readDelta(record, line, problems);
  const type = itemEventType(record.type);
  const status = type === 'item.completed' ? 'completed' : type === 'item.failed' ? 'failed' : 'in_progress';
  const { type: _type, item: source, ...envelope } = record;
  if (!isObject(source)) return flatItemEvent(record, type, line, status, problems);
  const item = readItem(source, line, status, problems);
  return { ...itemEnvelopeTable.take(envelope, problems), type, item };
}

function itemEventType(wireType: unknown): ItemEventType {
  switch (wireType) {
    case 'item.updated':
    case 'item.completed':
    case 'item.failed':
      return wireType;
    default:
      return 'item.started';
  }
}

const EVENT_NAMES = new Set(['thread_id', 'conversation_id', 'turn_id', 'timestamp', 'item']);

/** The flat envelope: the item's fields are beside the event's. */
function flatItemEvent(
  record: JsonObject,
  type: ItemEventType,
  line: number,
  status: string,
  problems: Problem[],
): ThreadEvent {
  const eventFields: JsonObject = {};
  const itemFields: JsonObject = {};
  for (const key in record) {
    if (key !== 'type') setOwn(EVENT_NAMES.has(key) ? eventFields : itemFields, key, record[key]);
  }
  if (itemKind(itemFields) === '') {
    if (type !== 'item.failed') {
      problems.push({ code: 'bad-field', message: `${type} holds no item` });
      return unknownEvent(record);
    }
    itemFields.item_type = 'error';
    itemFields.message ??= isObject(itemFields.error) ? itemFields.error.message : itemFields.error;
  }
  const { extra, ...item } = readItem(itemFields, line, status, problems);
  const event: ThreadEvent = { ...itemEnvelopeTable.take(eventFields, problems), type, item };
  // Fields unknown to the item were beside the event's own.
  if (extra) event.extra = { ...event.extra, ...extra };
  return event;
}

function tokenCount(record: JsonObject, problems: Problem[]): ThreadEvent {
  const event: TokenCountEvent = withTotal(tokenCountTable.take(record, problems));
  inferCounts(event, '', event, record);
  if (event.last) {
    event.last = withTotal(event.last);
    inferCounts(event, 'last', event.last, record.last);
  }
  return event;
}

function withUsageTotal<Event extends TurnCompletedEvent | TurnFailedEvent>(event: Event, source: unknown): Event {
  if (!event.usage) return event;
  event.usage = withTotal(event.usage);
  inferCounts(event, 'usage', event.usage, source);
  return event;
}

/** All fields stay in `data`. The ids and the time are also on the event. */
function unknownEvent(record: JsonObject): ThreadEvent {
  const { type, ...data } = record;
  const { thread_id, turn_id, timestamp } = unknownTable.read(data, []);
  const event: ThreadEvent = { type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
  if (thread_id !== undefined) event.thread_id = thread_id;
  if (turn_id !== undefined) event.turn_id = turn_id;
  if (timestamp !== undefined) event.timestamp = timestamp;
  return event;
}
