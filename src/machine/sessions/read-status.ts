import type { ThreadEvent } from '../../core/thread/event.ts';
import { createEventReader, type EventReader } from '../../core/wires/event-reader.ts';
import { allWires } from '../../core/wires/registry.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { lastActive } from '../facts/last-active.ts';
import { createStatusGatherer, type SessionStatus, type StatusGatherer, statusOf } from '../facts/session-status.ts';
import type { HomeOptions } from './homes.ts';
import type { KnownStanding } from './known/known-facts.ts';
import { locateFile, type SessionKey } from './locate-file.ts';
import { readerOptionsOf } from './reader-options.ts';
import { isSubagent, originOf } from './session-info.ts';
import { versionOf } from './session-source.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile } from './store.ts';

/** Sizes to try. The last turn of most sessions ends within the first. */
const TAIL_BYTES = [16 * 1024, 256 * 1024, machineLimits.maxStatusTailBytes] as const;
/** The same for a look that is the only one, where marks of turns are found without reading what lies between. */
const MARKED_TAIL_BYTES = [64 * 1024, ...TAIL_BYTES.slice(1)] as const;
const LINE_FEED = 10;
/** After so long a silence, a turn that did not end was broken off, whatever stands in it. */
const LONGEST_WAIT_MS = Math.max(
  machineLimits.statusWaitingMs,
  machineLimits.statusCallMs,
  machineLimits.statusSilenceMs,
);
const TURN_MARKS: ReadonlySet<string> = new Set(['turn.started', 'turn.completed', 'turn.failed', 'turn.aborted']);
/** The id prefix of a turn that a reader had to infer. */
const INFERRED_TURN = 'synthetic-turn-';

/** The status of a session, and its file at that time. */
export interface StatusLook {
  status: SessionStatus;
  /** When the session was last active, in milliseconds since 1970. */
  lastAt: number;
  file: SessionFile;
}

/** Reads the status of one session repeatedly. */
export interface StatusReader {
  /** Undefined if the file cannot be read or does not tell. */
  look(now?: number): Promise<StatusLook | undefined>;
  /** What the last look found, for `knownStatus`. Undefined if the file could not be read. */
  readonly known: KnownStanding | undefined;
}

/** Reads the status from the last bytes; undefined if they do not tell. Unpacks a compressed file whole. */
export async function readStatus(
  key: SessionKey,
  options: HomeOptions & { now?: number | undefined } = {},
): Promise<SessionStatus | undefined> {
  return (await createStatusReader(key, options, true).look(options.now))?.status;
}

/** The status of a file that was read before and has not changed. Undefined: it has to be read again. */
export function knownStatus(
  known: KnownStanding,
  { now, modified }: { now: number; modified: number },
): { status: SessionStatus | undefined } | undefined {
  if (known === 'untold') return { status: undefined };
  if (known === 'open') return now - modified > LONGEST_WAIT_MS ? { status: 'failed' } : undefined;
  return { status: statusOf(known.standing, { now, modified, isSubagent: known.isChild }) };
}

/**
 * Reads nothing while the file is unchanged, and the far beginning of a long turn at `statusBytesASecond`. With
 * `onlyStatus`, the time of a turn that was broken off long ago is that of its file: none of its events is read.
 */
export function createStatusReader(key: SessionKey, options: HomeOptions = {}, onlyStatus = false): StatusReader {
  return createFileStatusReader(() => locateFile(key, options), options, onlyStatus);
}

/** The same for a session that is found by the caller, before each look. */
export function createFileStatusReader(
  find: () => SessionFile | Promise<SessionFile>,
  options: HomeOptions = {},
  onlyStatus = false,
): StatusReader {
  let standing: StatusGatherer | undefined;
  /** True once a header named the thread whose agent started this one. */
  let hasParent = false;
  /** True if the last turn did not end, and its events were not read. */
  let isBrokenOff = false;
  let known: KnownStanding | undefined;
  let seen: string | undefined;
  /** The time from which as much as the last time may be read again. */
  let nextLongLook = 0;

  async function lookAt(file: SessionFile, version: string, isSilent: boolean): Promise<void> {
    let bytes = 0;
    isBrokenOff = false;
    for (const most of onlyStatus && file.agent?.store.lastTurnMark ? MARKED_TAIL_BYTES : TAIL_BYTES) {
      if (bytes > 0 && performance.now() < nextLongLook) return;
      const tail = await tailOf(file, most);
      bytes += tail.bytes.length;
      const turn = lastTurnOf(tail, file);
      if (!turn) continue;
      isBrokenOff = isSilent && turn.length < tail.bytes.length && isOpenTurn(turn, file, options);
      if (isBrokenOff) break;
      const { events, marksTurnEnds } = eventsIn(turn, file, options);
      if (!tail.isWhole && !events.some((event) => isTelling(event, marksTurnEnds))) continue;
      standing = createStatusGatherer();
      for (const event of events) {
        if (event.type === 'thread.started' && !event.inherited) hasParent ||= isSubagent(originOf(file, event));
        if (tail.isWhole || !marksTurnEnds || !isInferred(event)) standing.add(event);
      }
      break;
    }
    seen = version;
    nextLongLook = performance.now() + (bytes / machineLimits.statusBytesASecond) * 1000;
  }

  return {
    async look(now = Date.now()) {
      try {
        const file = await find();
        const version = versionOf(file);
        const { modified } = file;
        const isSilent = onlyStatus && now - modified > LONGEST_WAIT_MS;
        if (version !== seen || (isBrokenOff && !isSilent)) await lookAt(file, version, isSilent);
        const isChild = hasParent || file.parentId !== undefined;
        known = isBrokenOff ? 'open' : standing ? { standing: standing.standing, isChild } : 'untold';
        if (isBrokenOff) return { status: 'failed', lastAt: modified, file };
        if (!standing) return undefined;
        const status = standing.status({ now, modified, isSubagent: isChild });
        return { status, lastAt: lastActive(modified, standing.lastAt), file };
      } catch (error) {
        if (!(error instanceof ThreadlineError)) throw error;
        known = undefined;
        return undefined;
      }
    },
    get known() {
      return known;
    },
  };
}

/** Requires a mark if turns are marked: a reader that starts within a turn cannot tell that it goes on. */
function isTelling(event: ThreadEvent, marksTurnEnds: boolean): boolean {
  if (event.inherited || event.parent_item_id !== undefined) return false;
  if (!marksTurnEnds) return event.type.startsWith('turn.') || event.type.startsWith('item.');
  return TURN_MARKS.has(event.type) && !isInferred(event);
}

/** A reader that starts within a turn takes late events, such as the end of a command, for a turn of their own. */
function isInferred(event: ThreadEvent): boolean {
  if (event.type === 'turn.started') return event.turn_id?.startsWith(INFERRED_TURN) !== false;
  return event.type === 'turn.completed' && event.inferred === true;
}

/** The last bytes of a session, from the start of a line. */
interface Tail {
  bytes: Uint8Array;
  isWhole: boolean;
}

async function tailOf(file: SessionFile, most: number): Promise<Tail> {
  const tail = await sourceOf(file).last(most);
  if (tail.length < most) return { bytes: tail, isWhole: true };
  const start = tail.indexOf(LINE_FEED) + 1 || tail.length;
  return { bytes: tail.subarray(start), isWhole: false };
}

/** The bytes of the last turn, if the store can find it in them. Undefined if no turn begins or ends there. */
function lastTurnOf({ bytes, isWhole }: Tail, { agent }: SessionFile): Uint8Array | undefined {
  const store = agent?.store;
  const start = store?.lastTurnMark?.(bytes);
  if (start === -1 && !isWhole) return undefined;
  if (start === undefined || start <= 0) return bytes;
  // The turns of a fork may be its parent's. Only its header tells.
  return isWhole && !store?.quickHead?.(bytes) ? bytes : bytes.subarray(start);
}

/** True if nothing but the first line marks a turn, and it begins one. Reads that line alone. */
function isOpenTurn(turn: Uint8Array, file: SessionFile, options: HomeOptions): boolean {
  const end = turn.indexOf(LINE_FEED) + 1;
  if (end === 0 || file.agent?.store.lastTurnMark?.(turn.subarray(end)) !== -1) return false;
  const { events, marksTurnEnds } = eventsIn(turn.subarray(0, end), file, options);
  return marksTurnEnds && events.some((event) => event.type === 'turn.started' && isTelling(event, marksTurnEnds));
}

function eventsIn(tail: Uint8Array, file: SessionFile, { agents }: HomeOptions) {
  const options = readerOptionsOf(file, agents);
  const reader = readerOf(options);
  const outcomes = [...reader.push(tail), ...reader.end()];
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
  const wire = allWires(options.agents).find(({ name }) => name === reader.wire);
  return { events, marksTurnEnds: wire?.marksTurnEnds === true };
}

/** By wire: a list reads the ends of many files, of each few lines. */
const readers = new Map<string, EventReader>();

function readerOf(options: ReturnType<typeof readerOptionsOf>): EventReader {
  if (options.agents || options.isToldElsewhere) return createEventReader(options);
  const reader = readers.get(options.wire) ?? createEventReader(options);
  readers.set(options.wire, reader);
  reader.reset();
  return reader;
}
