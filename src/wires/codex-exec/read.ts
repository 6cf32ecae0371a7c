import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadEvent, TurnCompletedEvent } from '../../thread/event.ts';
import { createRunningUsage } from '../../thread/running-usage.ts';
import { readFields, takeFields } from '../fields.ts';
import { readUsage } from '../usage-fields.ts';
import type { WireOptions, WireReader } from '../wire.ts';
import { isDelta, readDelta } from './deltas.ts';
import {
  errorEventTable,
  itemTable,
  liftError,
  sessionTable,
  threadTable,
  tokenCountTable,
  turnEndedTable,
  turnStartedTable,
  unknownTable,
} from './events.ts';
import { itemKind, keyCount, readItem } from './items.ts';
import { createResponsesReader } from './responses.ts';

/** Reads `codex exec --json` of every version, and what others made of it. Each record gives one event. */
export function createCodexExecReader(options: WireOptions = {}): WireReader {
  let threadId: string | undefined;
  let turnId: string | undefined;
  /** Turns without an id are numbered for the reader's whole life, so that two threads never share one. */
  let unnamedTurns = 0;
  const usage = createRunningUsage(options.priorUsage);
  const responses = createResponsesReader();

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type } = record;
    const plain = readPlain(type, record, line, problems);
    if (plain) return [plain];
    const event = placed(readRecord(type, record, line, problems), line);
    if (type === 'turn.completed' || type === 'turn.failed' || type === 'turn.aborted') {
      if (event.type === 'turn.completed') addTurnUsage(event);
      turnId = undefined;
    }
    return [event];
  }

  /**
   * Nearly every line: the events of an ordinary run with no other fields than Codex itself writes. They are made in
   * one piece, because fields that are added later cost more than all the rest. Undefined for anything else.
   */
  function readPlain(type: unknown, record: JsonObject, line: number, problems: Problem[]): ThreadEvent | undefined {
    if (type === 'thread.started' && keyCount(record) === 2) {
      const id = record.thread_id;
      if (typeof id !== 'string' || id === '' || id !== id.trim()) return undefined;
      beginThread(id);
      return { type, thread_id: id, line };
    }
    if (threadId === undefined) return undefined;
    if (type === 'turn.started' && keyCount(record) === 1) {
      turnId = nextTurnId();
      return { type, turn_id: turnId, line, thread_id: threadId };
    }
    if (turnId === undefined || keyCount(record) !== 2) return undefined;
    if (type === 'item.completed' || type === 'item.started') {
      if (!isObject(record.item)) return undefined;
      const item = readItem(record.item, line, type === 'item.completed' ? 'completed' : 'in_progress', problems);
      return { type, item, line, thread_id: threadId, turn_id: turnId };
    }
    if (type === 'turn.completed' && isObject(record.usage)) {
      const total = readUsage(record.usage, problems);
      const event: TurnCompletedEvent = { type, usage: total, line, thread_id: threadId, turn_id: turnId };
      addTurnUsage(event);
      turnId = undefined;
      return event;
    }
    return undefined;
  }

  /** Says where the event stands, as far as the wire did not. */
  function placed(event: ThreadEvent, line: number): ThreadEvent {
    event.line = line;
    if (event.thread_id === undefined && threadId !== undefined) event.thread_id = threadId;
    if (event.turn_id === undefined && turnId !== undefined) event.turn_id = turnId;
    return event;
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
      case 'turn.aborted':
        return finished(takeFields(turnEndedTable, record, problems));
      case 'turn.failed':
        return turnFailed(record, problems);
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
        return errorEvent(record, problems);
      case 'token_count':
        return tokenCount(record, problems);
      case 'message.output_text.delta':
      case 'response.output_text.delta':
        return finished(responses.delta(record, line));
      case 'message.output_text.done':
      case 'response.output_text.done':
        return finished(responses.done(record, line));
      case 'response.completed':
        return finished(responses.completed(record, problems));
      default:
        return unknownEvent(record, problems);
    }
  }

  function threadStarted(record: JsonObject, problems: Problem[]): ThreadEvent {
    const isResponseSession = record.type === 'session.created' && record.session_id === undefined;
    if (isResponseSession && threadId !== undefined) {
      const placed = { type: 'thread.started', thread_id: threadId };
      return finished(readFields(sessionTable, withoutType(record), problems, placed));
    }
    const wireType = record.type;
    const event = takeFields(threadTable, record, problems);
    event.type = 'thread.started';
    if (wireType === 'thread.resumed') event.resumed = true;
    if (typeof event.thread_id !== 'string') {
      problems.push({ code: 'bad-field', message: `${wireType} names no thread` });
      event.thread_id = '';
    }
    beginThread(event.thread_id as string);
    return finished(event);
  }

  function beginThread(id: string): void {
    // Totals of another thread have nothing to do with this one's.
    if (threadId !== undefined && threadId !== id) usage.forget();
    threadId = id === '' ? undefined : id;
    turnId = undefined;
  }

  function nextTurnId(): string {
    unnamedTurns += 1;
    return `synthetic-turn-${unnamedTurns}`;
  }

  function turnStarted(record: JsonObject, problems: Problem[]): ThreadEvent {
    const event = takeFields(turnStartedTable, record, problems);
    event.turn_id ??= nextTurnId();
    turnId = event.turn_id as string;
    if (typeof event.thread_id === 'string') threadId = event.thread_id;
    return finished(event);
  }

  return { read, end: () => [] };
}

function itemEvent(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  const wireType = record.type;
  const type = wireType === 'item.created' ? 'item.started' : wireType;
  const status = type === 'item.completed' ? 'completed' : type === 'item.failed' ? 'failed' : 'in_progress';
  const { item } = record;
  if (isDelta(record)) return finished(readDelta(record, line, problems));
  if (isObject(item)) {
    const event = takeFields(itemTable, record, problems);
    event.type = type;
    event.item = readItem(item, line, status, problems);
    return finished(event);
  }
  return flatItemEvent(record, type as string, line, status, problems);
}

const EVENT_NAMES = new Set(['type', 'thread_id', 'conversation_id', 'turn_id', 'timestamp', 'item']);

/** The flat envelope: the item's fields stand beside the event's. */
function flatItemEvent(
  record: JsonObject,
  type: string,
  line: number,
  status: string,
  problems: Problem[],
): ThreadEvent {
  const eventFields: JsonObject = {};
  const itemFields: JsonObject = {};
  for (const [key, value] of Object.entries(withoutType(record))) {
    setOwn(EVENT_NAMES.has(key) ? eventFields : itemFields, key, value);
  }
  if (itemKind(itemFields) === '') {
    if (type !== 'item.failed') {
      problems.push({ code: 'bad-field', message: `${type} holds no item` });
      return unknownEvent(record, problems);
    }
    itemFields.item_type = 'error';
    itemFields.message ??= isObject(itemFields.error) ? itemFields.error.message : itemFields.error;
  }
  const event = readFields(itemTable, eventFields, problems, { type, item: undefined });
  const { extra, ...item } = readItem(itemFields, line, status, problems);
  event.item = item;
  // What the item does not know stood beside the event's own fields.
  if (extra) event.extra = { ...(event.extra as JsonObject | undefined), ...extra };
  return finished(event);
}

function turnFailed(record: JsonObject, problems: Problem[]): ThreadEvent {
  const event = takeFields(turnEndedTable, liftError(record), problems);
  event.error ??= {};
  return finished(event);
}

function errorEvent(record: JsonObject, problems: Problem[]): ThreadEvent {
  const inner = isObject(record.error) ? record.error.message : record.error;
  const event = takeFields(errorEventTable, record, problems);
  event.message ??= typeof inner === 'string' ? inner : '';
  return finished(event);
}

function tokenCount(record: JsonObject, problems: Problem[]): ThreadEvent {
  const event = takeFields(tokenCountTable, record, problems);
  event.total_tokens ??= (event.input_tokens as number) + (event.output_tokens as number);
  return finished(event);
}

/** All fields stay in `data`; the ids and the time are shown on the event as well. */
function unknownEvent(record: JsonObject, _problems: Problem[]): ThreadEvent {
  const { type, ...data } = record;
  const placed = readFields(unknownTable, data, []);
  delete placed.extra;
  return finished({ type: 'unknown', wire_type: typeof type === 'string' ? type : '', data, ...placed });
}

function withoutType(record: JsonObject): JsonObject {
  const { type: _type, ...fields } = record;
  return fields;
}

/** Everything that comes here was put together by a table of this folder, so it is an event by construction. */
function finished(event: JsonObject): ThreadEvent {
  return event as JsonObject & ThreadEvent;
}
