import { createEventReader } from '../../../core/wires/event-reader.ts';
import { machineLimits } from '../../../limits/machine.ts';
import type { ScannedHome } from '../find-files.ts';
import { readerOptionsOf } from '../reader-options.ts';
import { type SourceFollower, versionOf } from '../session-source.ts';
import { sourceOf } from '../source-of.ts';
import type { SessionFile } from '../store.ts';
import type { FollowCheckpoint } from './checkpoint.ts';
import { systemClock } from './clock.ts';
import { createDiscovery } from './discovery.ts';
import type { FollowChange } from './follow-change.ts';
import type { FollowOptions } from './follow-session.ts';
import { type FollowFiles, systemFiles } from './followed-file.ts';
import { createPace, type Pace } from './pace.ts';

/** The place to start with a session: a checkpoint, its beginning, or its present end. */
export type FollowStart = FollowCheckpoint | 'start' | 'end';

/** Options of `followSessions`. */
export interface FollowSessionsOptions extends Omit<FollowOptions, 'from'> {
  /** Default: only what is written from now on, and all of new sessions. */
  from?: ((file: SessionFile, isNew: boolean) => FollowStart) | undefined;
}

/** A change, and the session in which it happened. */
export interface FollowedChange {
  file: SessionFile;
  change: FollowChange;
}

/** A session that is followed: awake, or at rest, where only the place reached is held. */
interface Entry {
  file: SessionFile;
  version: string;
  /** The place to continue: a checkpoint, the end of a session as it was found, or its beginning. */
  from: FollowCheckpoint | { endOf: SessionFile } | undefined;
  awake: { follower: SourceFollower; pace: Pace; next: number; hasLooked: boolean } | undefined;
}

/**
 * Follows all sessions of the homes, new ones too. It looks often at those being written to; the others rest until
 * their folder, or a walk once a minute, shows a change. A session that comes back after it was gone is a new one.
 *
 * @example
 * import { followSessions } from 'threadline/sessions';
 *
 * for await (const { file, change } of followSessions({ from: () => 'start' })) {
 *   if (change.kind === 'outcomes') console.log(file.path, change.outcomes.length);
 *   break; // or go on: it ends when its `signal` is aborted
 * }
 */
export function followSessions(options: FollowSessionsOptions = {}): AsyncGenerator<FollowedChange> {
  return followFound(options);
}

/** The same for a caller that has just looked through the homes: ten thousand files are not looked at twice. */
export async function* followFound(
  options: FollowSessionsOptions,
  scanned?: readonly ScannedHome[],
): AsyncGenerator<FollowedChange> {
  const { signal, clock = systemClock, files = systemFiles } = options;
  // Deadlines use `clock.now`. Only times of files are compared with wall time.
  const wall = () => clock.wall?.() ?? clock.now();
  const { from = (_, isNew) => (isNew ? 'start' : 'end') } = options;
  const discovery = createDiscovery(options, scanned);
  const entries = new Map<string, Entry>();
  const awake = new Set<Entry>();
  /** Changed sessions that were not looked at yet. There may be thousands. */
  const waiting = new Set<Entry>();
  let nextWalk = clock.now();
  let nextGlance = nextWalk;
  let isFirst = true;

  /** Wakes waiting sessions as far as there is room. The one silent for longest makes room for one of them. */
  function wakeWaiting(): void {
    for (const entry of waiting) {
      if (awake.size >= machineLimits.maxFollowedFiles && !makeRoom()) return;
      waiting.delete(entry);
      if (!entry.awake) wake(entry);
    }
  }

  function makeRoom(): boolean {
    let silent: Entry | undefined;
    for (const entry of awake) {
      if (!entry.awake?.hasLooked || entry.awake.follower.isBehind) continue;
      if (!silent?.awake || entry.awake.pace.lastChange < silent.awake.pace.lastChange) silent = entry;
    }
    if (silent) rest(silent);
    return silent !== undefined;
  }

  function wake(entry: Entry): void {
    const { file } = entry;
    const reader = createEventReader({ ...readerOptionsOf(file, options.agents), ...options.reader });
    const start = entry.from && 'endOf' in entry.from ? endOf(entry.from.endOf, files) : entry.from;
    const follower = sourceOf(file).follow({ reader, from: start, clock, files, signal });
    entry.awake = { follower, pace: createPace(clock.now()), next: clock.now(), hasLooked: false };
    awake.add(entry);
  }

  function rest(entry: Entry): void {
    if (!entry.awake) return;
    entry.from = entry.awake.follower.checkpoint;
    entry.awake.follower.release();
    entry.awake = undefined;
    awake.delete(entry);
  }

  function note(file: SessionFile): void {
    const key = followedKey(file);
    const known = entries.get(key);
    const version = versionOf(file);
    if (known) {
      const isChanged = version !== known.version;
      // A file that was compressed before any of it was read has nothing new.
      const isOnlyPacked = isFromEnd(known) && known.file.compressed !== file.compressed;
      if (isOnlyPacked) known.from = { endOf: file };
      known.file = file;
      known.version = version;
      if (isChanged && !isOnlyPacked) waiting.add(known);
      return;
    }
    const start = from(file, !isFirst);
    const place = start === 'end' ? { endOf: file } : start === 'start' ? undefined : start;
    const entry: Entry = { file, version, from: place, awake: undefined };
    entries.set(key, entry);
    const isLately =
      wall() - file.modified < machineLimits.followCloseAfterMs && waiting.size < machineLimits.maxFollowedFiles / 4;
    if (start !== 'end' || (isLately && !file.compressed)) waiting.add(entry);
  }

  /** Searches for files when it is time, and returns those that are gone. */
  function discover(now: number): Entry[] {
    if (now < nextGlance && now < nextWalk) return [];
    nextGlance = now + machineLimits.followIdleMs;
    if (now < nextWalk) {
      discovery.glance(wall()).forEach(note);
      return [];
    }
    nextWalk = now + machineLimits.followWalkMs;
    const found = discovery.walk(wall());
    found.forEach(note);
    isFirst = false;
    const keys = new Set(found.map(followedKey));
    // A session that is awake notices by itself, and reports how it ended.
    return [...entries.values()].filter((entry) => !entry.awake && !keys.has(followedKey(entry.file)));
  }

  async function* look(entry: Entry): AsyncGenerator<FollowedChange> {
    if (!entry.awake) return;
    const { follower, pace } = entry.awake;
    for await (const change of follower.look()) {
      pace.quicken(clock.now());
      yield { file: entry.file, change };
      if (change.kind === 'gone') entries.delete(followedKey(entry.file));
      if (signal?.aborted) return;
    }
    const now = clock.now();
    entry.awake.hasLooked = true;
    entry.awake.next = follower.isBehind ? now : now + pace.interval(now);
    const isOver = !entries.has(followedKey(entry.file)) || now - pace.lastChange > machineLimits.followCloseAfterMs;
    if (isOver) rest(entry);
  }

  try {
    while (!signal?.aborted) {
      for (const entry of discover(clock.now())) {
        entries.delete(followedKey(entry.file));
        yield { file: entry.file, change: goneAtRest };
      }
      wakeWaiting();
      for (const entry of [...awake]) {
        if ((entry.awake?.next ?? 0) > clock.now()) continue;
        yield* look(entry);
        if (signal?.aborted) return;
      }
      const next = Math.min(nextGlance, ...Array.from(awake, (entry) => entry.awake?.next ?? nextGlance));
      if (waiting.size === 0 && next > clock.now()) await clock.wait(next - clock.now(), signal);
    }
  } finally {
    for (const entry of awake) entry.awake?.follower.release();
  }
}

const goneAtRest: FollowChange = {
  kind: 'gone',
  problem: { code: 'file-gone', message: 'the file was deleted' },
  outcomes: [],
};

/** A compressed file is the same session as the plain one. */
function followedKey({ path }: SessionFile): string {
  return path.replace(/\.zst$/i, '');
}

/** True if it had content before it was followed, and none of it was read. */
function isFromEnd({ from }: Entry): boolean {
  return from !== undefined && 'endOf' in from && from.endOf.size > 0;
}

function endOf(file: SessionFile, files: FollowFiles): FollowCheckpoint | undefined {
  try {
    return sourceOf(file).end(files);
  } catch {
    // The reader of the file will report the reason.
    return undefined;
  }
}
