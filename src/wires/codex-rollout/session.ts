import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { joinWords } from '../../tools/shell-words.ts';
import type { RolloutLine } from './types.ts';

/** The record that is being read, and what holds for the file as a whole. The parts of the reader share it. */
export interface Session {
  /** The thread that the file belongs to, once its header was read. */
  threadId: string | undefined;
  /** The working folder, by the header, the turn or the context that the model was given. */
  cwd: string | undefined;
  /** Finished items are recorded one by one (`item_completed`): what has none was never printed live. */
  paginated: boolean;
  /**
   * Turns say when they began, so the CLI is one that prints the parts of a summary as one item, and a review's texts once
   * (0.117 and later; files show it from 0.120 on).
   */
  printsItems: boolean;
  /** Records stand without an envelope, and so without events beside them. */
  bare: boolean;
  /** Records below this ordinal are what a sub-agent was given of its parent's history. */
  ownFrom: number;
  /** Every record is of another file, from which this one goes on. */
  inherited: boolean;
  line: number;
  problems: Problem[];
  /** The command line of an argument list. A call and its finished item often have the same, so the last is kept. */
  commandLine(words: readonly string[]): string;
  /** Begins a record. */
  open(record: JsonObject, line: number, problems: Problem[]): void;
  /** An id for what has none on the wire: `L<line>.<n>`. */
  nextId(): string;
  /** Puts the time and the place of the record on an event, which may then be held back. */
  stamp<E extends ThreadEvent>(event: E): E;
  /** A stamped event of an item. */
  itemEvent(type: 'item.started' | 'item.updated' | 'item.completed', item: ThreadItem): ThreadEvent;
  /** A stamped event for what is no part of the conversation. */
  context(kind: string, data: JsonObject, itemId?: string): ContextEvent;
}

export function createSession(): Session {
  let timestamp: RolloutLine['timestamp'] | undefined;
  let ordinal: RolloutLine['ordinal'];
  let extra: JsonObject | undefined;
  let ids = 0;
  let lastWords: readonly string[] = [];
  let lastCommand = '';

  /** All that stands beside the payload, `metadata` above all, goes with the record's first event. */
  function readEnvelope(record: JsonObject): void {
    timestamp = typeof record.timestamp === 'string' ? record.timestamp : undefined;
    ordinal = typeof record.ordinal === 'number' ? record.ordinal : undefined;
    extra = undefined;
    for (const key in record) {
      if (key === 'type' || key === 'payload') continue;
      if (key === 'timestamp' && timestamp !== undefined) continue;
      if (key === 'ordinal' && ordinal !== undefined) continue;
      if (key === 'timestamp' || key === 'ordinal') {
        session.problems.push({ code: 'bad-field', message: `${key} has the wrong type` });
      }
      if (!extra && key === 'metadata') {
        extra = { metadata: record.metadata };
        continue;
      }
      extra ??= {};
      setOwn(extra, key, record[key]);
    }
  }

  /** True for a record of the file's own that says its time, which nearly all do. */
  function isUsual(): boolean {
    if (timestamp === undefined || session.threadId === undefined || session.inherited) return false;
    return ordinal === undefined || ordinal >= session.ownFrom;
  }

  function takeExtra(): JsonObject | undefined {
    const taken = extra;
    extra = undefined;
    return taken;
  }

  const session: Session = {
    threadId: undefined,
    cwd: undefined,
    paginated: false,
    printsItems: false,
    bare: false,
    ownFrom: 0,
    inherited: false,
    line: 0,
    problems: [],
    commandLine(words) {
      if (!isSameList(words, lastWords)) {
        lastWords = words;
        lastCommand = joinWords(words);
      }
      return lastCommand;
    },
    open(record, line, problems) {
      session.line = line;
      session.problems = problems;
      ids = 0;
      if (isEnvelope(record)) {
        readEnvelope(record);
      } else {
        timestamp = undefined;
        ordinal = undefined;
        extra = undefined;
      }
    },
    nextId() {
      const id = `${session.inherited ? 'B' : 'L'}${session.line}.${ids}`;
      ids += 1;
      return id;
    },
    stamp(event) {
      if (!session.inherited) event.line = session.line;
      if (timestamp !== undefined) event.timestamp = timestamp;
      if (ordinal !== undefined) event.ordinal = ordinal;
      if (session.inherited || (ordinal !== undefined && ordinal < session.ownFrom)) event.inherited = true;
      if (extra) {
        event.extra = event.extra ? { ...extra, ...event.extra } : extra;
        extra = undefined;
      }
      return event;
    },
    // Both name all fields that nearly every event has, so that the engine makes room for them at once.
    itemEvent(type, item) {
      if (!isUsual()) return session.stamp({ type, item });
      const { line, threadId: thread_id } = session;
      if (extra) {
        return { type, item, line, timestamp, ordinal, extra: takeExtra(), turn_id: undefined, thread_id };
      }
      if (ordinal === undefined) return { type, item, thread_id, turn_id: undefined, timestamp, line };
      return { type, item, thread_id, turn_id: undefined, timestamp, line, ordinal };
    },
    context(kind, data, itemId) {
      if (isUsual() && (extra || itemId !== undefined)) {
        const { line, threadId: thread_id } = session;
        return {
          type: 'context',
          kind,
          data,
          item_id: itemId,
          line,
          timestamp,
          ordinal,
          extra: takeExtra(),
          turn_id: undefined,
          thread_id,
        };
      }
      if (isUsual()) {
        const { line, threadId: thread_id } = session;
        if (ordinal === undefined)
          return { type: 'context', kind, data, thread_id, turn_id: undefined, timestamp, line };
        return { type: 'context', kind, data, thread_id, turn_id: undefined, timestamp, line, ordinal };
      }
      const event: ContextEvent = { type: 'context', kind, data };
      if (itemId !== undefined) event.item_id = itemId;
      return session.stamp(event);
    },
  };
  return session;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** `{timestamp, type, payload}`: how records are written since 0.32. */
export function isEnvelope(record: JsonObject): record is JsonObject & { type: string; payload: JsonObject } {
  return typeof record.type === 'string' && isObject(record.payload);
}
