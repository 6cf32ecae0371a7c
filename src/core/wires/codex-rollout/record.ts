import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import { handOverNote } from '../../thread/hand-over.ts';
import { addInferred, inferredIds, REQUEST, THREAD_AND_TURN, TURN } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { anything, optionalCount, optionalText } from '../field-checks.ts';
import { fieldTable, keyCount } from '../field-table.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import type { FileFacts } from './file-facts.ts';

export type ItemEvent = Extract<ThreadEvent, { item: ThreadItem }>;
type ItemEventType = Exclude<ItemEvent['type'], 'item.failed'>;

/** The record being read. Makes events that carry its time and place. */
export interface CurrentRecord {
  /** The facts of its file. */
  readonly facts: FileFacts;
  /** The problems of the record. */
  readonly problems: Problem[];
  /** An id for a thing that has none on the wire: `L<line>.<n>`. */
  nextId(): string;
  /** Puts the record's time and place on an event, which may then be held back. */
  stamp<E extends ThreadEvent>(event: E): E;
  /** A stamped event of an item, in the turn that the wire names, else in the one open when the event is given. `extra`
   * has further fields of the record. */
  itemEvent(type: ItemEventType, item: ThreadItem, turnId?: string, extra?: Extra): ItemEvent;
  /** A stamped event for a record that is not part of the conversation. */
  context(kind: string, data: JsonObject, itemId?: string): ContextEvent;
  /** Notes that the record itself names the thread of the file. */
  nameThread(): void;
  /** The model request of the events that are made from here on. A record begins with its own. */
  requestId: string | undefined;
  /** True while no event has taken the fields beside the payload. */
  hasExtra(): boolean;
  /** The note beside the record, from the writer that handed it over. */
  note(): JsonObject | undefined;
  /** Time and place in the usual case: an event made with all its fields takes half the time. */
  usual(): UsualPlace | undefined;
}

export interface UsualPlace {
  thread_id: string;
  timestamp: string;
  line: number;
}

/** The record for the reader, which moves from one to the next. */
export interface MovingRecord extends CurrentRecord {
  problems: Problem[];
  /** Begins a record. `isInherited`: it is of another file, which this one continues. */
  open(record: JsonObject, line: number, problems: Problem[], isInherited: boolean): void;
}

const envelopeTable = fieldTable((wire) => ({
  type: anything(wire.type),
  payload: anything(wire.payload),
  timestamp: optionalText(wire.timestamp),
  ordinal: optionalCount(wire.ordinal),
  metadata: anything(wire.metadata),
}));

/** Events that a record of a request may cause, though they are none of its parts. */
const BETWEEN_REQUESTS: ReadonlySet<string> = new Set<ThreadEvent['type']>([
  'thread.started',
  'turn.started',
  'turn.completed',
]);

/** Marks a turn to be filled in when the event is given. */
export const UNDECIDED = '';

export function createCurrentRecord(facts: FileFacts): MovingRecord {
  let line = 0;
  let isInherited = false;
  let timestamp: string | undefined;
  let ordinal: number | undefined;
  /** All fields beside the payload, mainly `metadata`, go with the record's first event. */
  let extra: Extra | undefined;
  let note: JsonObject | undefined;
  /** The number of ids made for items of the record. */
  let ids = 0;
  /** The part of the record that tells of its item. */
  let source: JsonObject = {};
  /** The record itself names the thread of the file. */
  let isThreadSaid = false;
  /** The record is of the file itself and has a time, as nearly all do. */
  let isUsual = false;

  function open(record: JsonObject, number: number, found: Problem[], inherited: boolean): void {
    line = number;
    current.problems = found;
    isInherited = inherited;
    ids = 0;
    isThreadSaid = false;
    current.requestId = undefined;
    note = undefined;
    source = isEnvelope(record) ? record.payload : record;
    if (isObject(source.item)) source = source.item;
    if (!isEnvelope(record)) {
      timestamp = undefined;
      ordinal = undefined;
      extra = undefined;
    } else if (!openPlain(record)) {
      const read = envelopeTable.read(record, found);
      timestamp = read.timestamp;
      ordinal = read.ordinal;
      note = handOverNote(record);
      if (note) source = { ...source, is_error: note.is_error };
      extra = read.metadata === undefined ? read.extra : { ...read.extra, metadata: read.metadata };
    }
    isUsual = timestamp !== undefined && !inherited && (ordinal === undefined || ordinal >= facts.ownFrom);
  }

  /** Opens an envelope as Codex writes it, without the table: this runs for every line. False for any other. */
  function openPlain(record: JsonObject): boolean {
    const { timestamp: time, ordinal: place, metadata } = record;
    if (typeof time !== 'string' || (place !== undefined && !Number.isSafeInteger(place))) return false;
    const known = 3 + (place === undefined ? 0 : 1) + (metadata === undefined ? 0 : 1);
    if (keyCount(record) !== known) return false;
    timestamp = time;
    ordinal = typeof place === 'number' ? place : undefined;
    extra = metadata === undefined ? undefined : { metadata };
    return true;
  }

  function stamp<E extends ThreadEvent>(event: E): E {
    if (isThreadSaid && facts.threadId !== undefined) event.thread_id = facts.threadId;
    inferEvent(event, source);
    if (!isInherited) event.line = line;
    if (timestamp !== undefined) event.timestamp = timestamp;
    if (ordinal !== undefined) event.ordinal = ordinal;
    if (isInherited || facts.isCopied || (ordinal !== undefined && ordinal < facts.ownFrom)) event.inherited = true;
    if (extra) {
      event.extra = event.extra ? { ...extra, ...event.extra } : extra;
      extra = undefined;
    }
    return inRequest(event);
  }

  function inRequest<E extends ThreadEvent>(event: E): E {
    const { requestId } = current;
    if (requestId === undefined || BETWEEN_REQUESTS.has(event.type)) return event;
    event.request_id = requestId;
    return addInferred(event, REQUEST);
  }

  function takeExtra(): Extra {
    const taken = extra ?? {};
    extra = undefined;
    return taken;
  }

  // These name all fields that nearly every event has, so that the engine allocates them at once.
  function itemEvent(type: ItemEventType, item: ThreadItem, turnId?: string, more?: Extra): ItemEvent {
    const event = ownEvent(type, item, turnId);
    if (more) event.extra = event.extra ? { ...event.extra, ...more } : more;
    return event;
  }

  function ownEvent(type: ItemEventType, item: ThreadItem, turn_id = UNDECIDED): ItemEvent {
    const { threadId: thread_id } = facts;
    inferItem(item, source);
    const inferred = inferredIds(isThreadSaid, turn_id !== UNDECIDED);
    if (!isUsual || facts.isCopied || thread_id === undefined || timestamp === undefined) {
      const event: ItemEvent = stamp({ type, item, turn_id });
      if (turn_id === UNDECIDED) event.inferred = TURN;
      return event;
    }
    if (ordinal === undefined && inferred && !extra) {
      return inRequest<ItemEvent>({ type, item, thread_id, turn_id, timestamp, line, inferred });
    }
    const event = paginatedEvent(type, item, thread_id, turn_id, timestamp);
    return inRequest(inferred ? addInferred(event, inferred) : event);
  }

  function paginatedEvent(
    type: ItemEventType,
    item: ThreadItem,
    thread_id: string,
    turn_id: string,
    timestamp: string,
  ): ItemEvent {
    if (ordinal === undefined) {
      if (!extra) return { type, item, thread_id, turn_id, timestamp, line };
      return { type, item, thread_id, turn_id, timestamp, line, extra: takeExtra() };
    }
    if (!extra) return { type, item, thread_id, turn_id, timestamp, line, ordinal };
    return { type, item, thread_id, turn_id, timestamp, line, ordinal, extra: takeExtra() };
  }

  function context(kind: string, data: JsonObject, item_id?: string): ContextEvent {
    const event = bareContext(kind, data);
    if (item_id !== undefined) event.item_id = item_id;
    return event.request_id === undefined ? inRequest(event) : event;
  }

  function bareContext(kind: string, data: JsonObject): ContextEvent {
    const { threadId: thread_id } = facts;
    if (!isUsual || facts.isCopied || thread_id === undefined || timestamp === undefined) {
      return stamp({ type: 'context', kind, data });
    }
    const turn_id = UNDECIDED;
    const inferred = THREAD_AND_TURN;
    if (ordinal === undefined) {
      if (!extra) return { type: 'context', kind, data, thread_id, turn_id, timestamp, line, inferred };
      return { type: 'context', kind, data, thread_id, turn_id, timestamp, line, extra: takeExtra(), inferred };
    }
    if (!extra) return { type: 'context', kind, data, thread_id, turn_id, timestamp, line, ordinal, inferred };
    return { type: 'context', kind, data, thread_id, turn_id, timestamp, line, ordinal, extra: takeExtra(), inferred };
  }

  function usual(): UsualPlace | undefined {
    const { threadId: thread_id } = facts;
    if (!isUsual || facts.isCopied || thread_id === undefined || timestamp === undefined) return undefined;
    return { thread_id, timestamp, line };
  }

  const current: MovingRecord = {
    facts,
    open,
    stamp,
    itemEvent,
    context,
    usual,
    note: () => note,
    problems: [],
    requestId: undefined,
    hasExtra: () => extra !== undefined,
    nextId() {
      const id = `${isInherited ? 'B' : 'L'}${line}.${ids}`;
      ids += 1;
      return id;
    },
    nameThread() {
      isThreadSaid = true;
    },
  };
  return current;
}

/** `{timestamp, type, payload}`: the form of records since 0.32. */
export function isEnvelope(record: JsonObject): record is JsonObject & { type: string; payload: JsonObject } {
  return typeof record.type === 'string' && isObject(record.payload);
}
