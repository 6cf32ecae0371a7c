import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { SystemClock } from '../../machine/sessions/following/clock.ts';
import { createDiscovery } from '../../machine/sessions/following/discovery.ts';
import { createPace, type Pace } from '../../machine/sessions/following/pace.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { type CollectedFile, fileFound, fileKey, isWritten, lastLook } from './collected-file.ts';
import { lookInPlace } from './file-bytes.ts';
import { FOUND } from './file-stage.ts';
import { createHomeTitles } from './home-titles.ts';
import { afterLoss, changedInPlace } from './whereabouts.ts';

/** The session files of this machine, and which of them changed. */
export interface FileTable {
  /** Looks where a look is due, and returns the files that are new or were written to. */
  poll(): CollectedFile[];
  /** Looks for new files every second while it is on, since what is not seen cannot be held. */
  hurry(isOn: boolean): void;
  /** The time of the next look. */
  readonly nextLook: number;
  /** Records that a file is no longer where it was found. Returns true if it can be read where it is held. */
  lose(file: CollectedFile): boolean;
  /** Makes a new record for the file that took this one's place. This record now stands for what is held. */
  replace(file: CollectedFile): CollectedFile;
  /** All files: those in their places, and those whose bytes only we have. */
  all(): CollectedFile[];
  /** The files whose bytes only we have. */
  readonly left: ReadonlySet<CollectedFile>;
  drop(file: CollectedFile): void;
}

export function createFileTable(
  homes: HomeOptions,
  clock: SystemClock,
  held: readonly CollectedFile[],
  titles = createHomeTitles(homes.agents),
): FileTable {
  const discovery = createDiscovery(homes);
  const files = new Map<string, CollectedFile>();
  const left = new Set<CollectedFile>(held);
  const heldBefore = Map.groupBy(held, fileKey);
  const active = new Map<CollectedFile, { pace: Pace; next: number }>();
  let changed: CollectedFile[] = [];
  let nextWalk = clock.now();
  let nextGlance = nextWalk;
  let isFirstWalk = true;
  let isHurried = false;

  function quicken(file: CollectedFile): void {
    const now = clock.now();
    const known = active.get(file);
    if (known) known.pace.quicken(now);
    else if (active.size < machineLimits.maxFollowedFiles) active.set(file, { pace: createPace(now), next: now });
  }

  /** Takes a file that discovery found; undefined if it is not ours to send. */
  function note(session: SessionFile): CollectedFile | undefined {
    const found = fileFound(session);
    if (!found) return undefined;
    const known = files.get(fileKey(found));
    if (known) {
      noteTitle(known);
      noteChange(known, found);
      return known;
    }
    found.title = titles.of(found);
    adoptHeld(found);
    files.set(fileKey(found), found);
    changed.push(found);
    if (!isFirstWalk) quicken(found);
    return found;
  }

  /** What an earlier collector held of a file that is still there is the second name of that file, and no file of its own. */
  function adoptHeld(found: CollectedFile): void {
    const names = heldBefore.get(fileKey(found));
    const look = names && lookInPlace(found);
    const name = names?.find((one) => left.has(one) && one.look.inode === look?.inode);
    if (!name || found.bytes.kind !== 'own' || name.bytes.kind !== 'left') return;
    found.bytes = { ...found.bytes, held: { at: name.bytes.at, inode: name.look.inode } };
    left.delete(name);
  }

  /** Takes a new title. Titles are sent with the question about a file, so the server is asked once more. */
  function noteTitle(file: CollectedFile): void {
    const title = titles.of(file);
    if (title === file.title) return;
    file.title = title;
    if (file.stage.name === 'agreed') changed.push(file);
  }

  function noteChange(known: CollectedFile, { look, bytes }: CollectedFile): void {
    if (!isWritten(known.look, look)) return;
    known.look = { ...look, inode: known.look.inode };
    known.bytes = changedInPlace(known.bytes, bytes);
    quicken(known);
    changed.push(known);
  }

  function discover(now: number): void {
    if (now < nextGlance && now < nextWalk) return;
    nextGlance = now + (isHurried ? fleetLimits.collectActiveMs : machineLimits.followIdleMs);
    if (now < nextWalk) {
      for (const session of discovery.glance(clock.wall())) note(session);
      return;
    }
    nextWalk = now + machineLimits.followWalkMs;
    titles.refresh();
    // People look at what was written last.
    const newestFirst = discovery.walk(clock.wall()).sort((one, other) => other.modified - one.modified);
    const seen = new Set(newestFirst.map(note));
    for (const file of files.values()) if (!seen.has(file) && lose(file)) changed.push(file);
    // What was left over is told apart from what is still in its place by the first walk.
    if (isFirstWalk) changed.unshift(...left);
    isFirstWalk = false;
  }

  function lookAtActive(now: number): void {
    for (const [file, entry] of active) {
      if (entry.next > now) continue;
      entry.next = now + Math.max(fleetLimits.collectActiveMs, entry.pace.interval(now));
      const look = lookInPlace(file);
      if (look && (isWritten(file.look, look) || look.inode !== file.look.inode)) {
        file.look = lastLook(look);
        file.bytes = changedInPlace(file.bytes, file.bytes);
        entry.pace.quicken(now);
        changed.push(file);
      } else if (now - entry.pace.lastChange > machineLimits.followCloseAfterMs) active.delete(file);
    }
  }

  function forget(file: CollectedFile): void {
    if (files.get(fileKey(file)) === file) files.delete(fileKey(file));
    active.delete(file);
    left.delete(file);
  }

  function lose(file: CollectedFile): boolean {
    forget(file);
    const bytes = afterLoss(file.bytes);
    if (!bytes) return false;
    file.bytes = bytes;
    left.add(file);
    return true;
  }

  return {
    poll() {
      const now = clock.now();
      discover(now);
      lookAtActive(now);
      const found = changed;
      changed = [];
      return found;
    },
    hurry(isOn) {
      if (isOn && !isHurried) nextGlance = Math.min(nextGlance, clock.now() + fleetLimits.collectActiveMs);
      isHurried = isOn;
    },
    get nextLook() {
      let next = Math.min(nextGlance, nextWalk);
      for (const entry of active.values()) next = Math.min(next, entry.next);
      return next;
    },
    lose,
    replace(file) {
      const { bytes } = file;
      const own = bytes.kind === 'source' ? bytes : { kind: 'own' as const, at: bytes.at, held: undefined };
      const successor: CollectedFile = { ...file, stage: FOUND, bytes: own };
      lose(file);
      files.set(fileKey(successor), successor);
      quicken(successor);
      return successor;
    },
    all: () => [...files.values(), ...left],
    left,
    drop: forget,
  };
}
