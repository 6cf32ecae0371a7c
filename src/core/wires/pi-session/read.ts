import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { handOverNote, markOwnCalls, originOfNote } from '../../thread/hand-over.ts';
import { addInferred, inferredIds } from '../../thread/inferred.ts';
import { parseTime, timeFrom } from '../../thread/time.ts';
import { inferEvent } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { type BranchChange, createBranches, type Entry } from './branches.ts';
import { readEntry } from './entries.ts';
import { LIVE_KINDS } from './kinds.ts';
import { createLiveReader } from './live.ts';
import { createPiState } from './messages.ts';
import { headerTable } from './records.ts';

/** Reads what pi prints and what it keeps. Both begin with the same line; the lines after it tell them apart. */
export function createPiReader(): WireReader {
  const state = createPiState();
  const live = createLiveReader(state);
  const branches = createBranches();
  let threadId: string | undefined;
  /** A fork begins with copies of older entries. */
  let forkedAt: number | undefined;
  /** The last turn that was copied, or handed over. */
  let inheritedTurn: string | undefined;
  let isLive: boolean | undefined;
  let isBegun = false;
  let lastLine = 0;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    lastLine = line;
    if (record.type === 'session') return [placed(readHeader(record, problems), undefined)];
    isLive ??= LIVE_KINDS.has(record.type);
    const events = isLive ? live.read(record, line, problems) : readKept(record, line, problems);
    for (const event of events) inferEvent(event, record);
    if (isLive && !isBegun) events.unshift(headless(record));
    return events.map((event) => placed(event, timeOf(record)));
  }

  function readHeader(record: JsonObject, problems: Problem[]): ThreadEvent {
    const { id, timestamp, cwd, version, parentSession, extra } = headerTable.read(record, problems);
    const resumed = threadId !== undefined && threadId === id;
    threadId = id === '' ? undefined : id;
    isBegun = true;
    forkedAt = parentSession === undefined ? undefined : parseTime(timestamp);
    const event: ThreadStartedEvent = { type: 'thread.started', thread_id: id, agent: 'pi' };
    withDefined(event, {
      resumed: resumed || undefined,
      cwd,
      started_at: timestamp,
      timestamp,
      forked_from_id: parentSession === undefined ? undefined : idInPath(parentSession),
      origin: originOfNote(extra?.threadline),
    });
    const more = withDefined<JsonObject>({}, { version, parentSession, ...extra });
    for (const _ in more) event.extra = more;
    inferEvent(event, record);
    return event;
  }

  /** Up to 0.30, and in RPC mode, nothing names the session, unless a client asks for its state first. */
  function headless({ data }: JsonObject): ThreadEvent {
    isBegun = true;
    const id = isObject(data) && typeof data.sessionId === 'string' ? data.sessionId : '';
    threadId = id === '' ? undefined : id;
    return { type: 'thread.started', thread_id: id, agent: 'pi', ...(id === '' && { inferred: true }) };
  }

  function readKept(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const id = typeof record.id === 'string' ? record.id : '';
    const change = id === '' ? undefined : branches.enter(id, parentOf(record));
    const changed = change ? tellBranch(change) : [];
    const events = readEntry(state, record, line, problems);
    const turn = state.turns.current();
    const isOlder = forkedAt !== undefined && (parseTime(timeOf(record)) ?? forkedAt) < forkedAt;
    const note = handOverNote(record);
    if (note) markOwnCalls(events, note);
    const isCopy = isOlder || note !== undefined;
    if (isCopy) inheritedTurn = turn;
    for (const event of events) {
      // A turn may end only with the prompt of the next one.
      if (isCopy || (event.turn_id !== undefined && event.turn_id === inheritedTurn)) event.inherited = true;
      if (turn !== undefined) event.turn_id ??= turn;
    }
    if (id !== '') {
      const told = events.filter((event) => event.turn_id === turn && RETOLD.has(event.type));
      branches.told(id, turn, told);
    }
    return [...changed, ...events];
  }

  /** Tells what a branch takes back, and tells again what it returns to. */
  function tellBranch({ withdrawn, retold }: BranchChange): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    if (withdrawn.length > 0) events.push({ type: 'turn.withdrawn', turn_ids: withdrawn });
    let before: Entry['turn'] | null = null;
    for (const entry of retold) {
      const isOpen = !entry.events.some(({ type }) => type.startsWith('turn.') && type !== 'turn.started');
      // Turns that were told apart stay apart.
      const turn = state.turns.resume(isOpen, entry.turn === before);
      before = entry.turn;
      branches.retoldIn(entry, turn);
      for (const event of entry.events) events.push(again(event, turn));
    }
    return events;
  }

  function placed(event: ThreadEvent, timestamp: string | undefined): ThreadEvent {
    event.line = lastLine;
    if (timestamp !== undefined) event.timestamp ??= timestamp;
    if (event.type === 'thread.started') return event;
    if (threadId !== undefined) event.thread_id = threadId;
    const turnId = event.turn_id ?? state.turns.current();
    if (turnId !== undefined && event.type !== 'turn.withdrawn') event.turn_id = turnId;
    const ids = inferredIds(threadId === undefined, event.turn_id === undefined);
    if (ids) addInferred(event, ids);
    return event;
  }

  return {
    read,
    end: () => state.turns.settle().map((event) => placed(event, undefined)),
    kind: () => (isLive ? 'stream' : 'store'),
  };
}

/** The kinds of events that are told again with a branch. Usage is counted once, whatever becomes of the branch. */
const RETOLD: ReadonlySet<string> = new Set([
  'turn.started',
  'turn.completed',
  'turn.failed',
  'turn.aborted',
  'item.started',
  'item.completed',
  'item.failed',
]);

function again(event: ThreadEvent, turn_id: string): ThreadEvent {
  const copy: ThreadEvent = { ...event, turn_id, inferred: true };
  if ('usage' in copy) delete copy.usage;
  if ('turn_usage' in copy) delete copy.turn_usage;
  return copy;
}

/** Undefined in files whose entries have no place in a tree. */
function parentOf({ parentId }: JsonObject): string | null | undefined {
  return typeof parentId === 'string' || parentId === null ? parentId : undefined;
}

/** The time of an entry, or of the message in a line. */
function timeOf({ timestamp, message }: JsonObject): string | undefined {
  if (typeof timestamp === 'string') return timestamp;
  const sent = isObject(message) ? message.timestamp : undefined;
  return timeFrom(timestamp) ?? timeFrom(sent);
}

/** The id of a session, which ends the name of its file after the time. */
function idInPath(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return /[\dTZ-]_(.+)\.jsonl$/s.exec(name)?.[1];
}
