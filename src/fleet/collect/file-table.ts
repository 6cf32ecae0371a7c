import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createDiscovery } from '../../machine/sessions/following/discovery.ts';
import { systemFiles } from '../../machine/sessions/following/followed-file.ts';
import { createPace, type Pace } from '../../machine/sessions/following/pace.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { CollectClock } from './collect-clock.ts';
import { type CollectedFile, fileFound, keyOf } from './collected-file.ts';
import { createHomeTitles } from './home-titles.ts';

/** The session files of this machine, and which of them changed. */
export interface FileTable {
  /** Looks where it is time to, and gives the files that are new or were written to. */
  poll(): CollectedFile[];
  /** When there is something to look at again. */
  readonly nextLook: number;
  /** How often everything was walked through. */
  readonly walks: number;
  /** It is not where it was found. True where it can be read on where it is held. */
  lose(file: CollectedFile): boolean;
  /** Another file is in its place: a new one stands for that, and this one for what is held. */
  replace(file: CollectedFile): CollectedFile;
  /** Files of which we alone have the bytes. */
  readonly left: ReadonlySet<CollectedFile>;
  drop(file: CollectedFile): void;
}

export function createFileTable(
  homes: HomeOptions,
  clock: CollectClock,
  held: readonly CollectedFile[],
  titles = createHomeTitles(homes.agents),
): FileTable {
  const discovery = createDiscovery(homes);
  const files = new Map<string, CollectedFile>();
  const left = new Set<CollectedFile>(held);
  const active = new Map<CollectedFile, { pace: Pace; next: number }>();
  let changed: CollectedFile[] = [...held];
  let nextWalk = clock.now();
  let nextGlance = nextWalk;
  let walks = 0;

  function quicken(file: CollectedFile): void {
    const now = clock.now();
    const known = active.get(file);
    if (known) known.pace.quicken(now);
    else if (active.size < machineLimits.maxFollowedFiles) active.set(file, { pace: createPace(now), next: now });
  }

  function note(session: SessionFile): void {
    const found = fileFound(session);
    if (!found) return;
    const key = keyOf(found);
    const known = files.get(key);
    if (known) {
      known.walk = walks;
      noteTitle(known);
      if (known.size === found.size && known.modified === found.modified) return;
      const { at, form, size, modified } = found;
      Object.assign(known, { at, form, size, modified, packedAt: undefined });
      quicken(known);
      changed.push(known);
    } else {
      found.walk = walks;
      found.title = titles.of(found);
      files.set(key, found);
      changed.push(found);
      if (walks > 1) quicken(found);
    }
  }

  /** A name is told with the file, so the server is asked about that once more. */
  function noteTitle(file: CollectedFile): void {
    const title = titles.of(file);
    if (title === file.title) return;
    file.title = title;
    if (file.stage !== 'open') return;
    file.stage = 'new';
    changed.push(file);
  }

  function discover(now: number): void {
    if (now < nextGlance && now < nextWalk) return;
    nextGlance = now + machineLimits.followIdleMs;
    if (now < nextWalk) {
      for (const file of discovery.glance(clock.wall())) note(file);
      return;
    }
    nextWalk = now + machineLimits.followWalkMs;
    walks += 1;
    titles.refresh();
    // What was written last is what people look at.
    for (const file of discovery.walk(clock.wall()).sort((one, other) => other.modified - one.modified)) note(file);
    for (const file of files.values()) if (file.walk !== walks && lose(file)) changed.push(file);
  }

  function lookAtActive(now: number): void {
    for (const [file, entry] of active) {
      if (entry.next > now) continue;
      entry.next = now + Math.max(fleetLimits.collectActiveMs, entry.pace.interval(now));
      const look = lookAt(file.packedAt ?? file.at);
      if (look && (look.size !== file.size || look.modified !== file.modified || look.inode !== file.inode)) {
        file.size = look.size;
        file.modified = look.modified;
        entry.pace.quicken(now);
        changed.push(file);
      } else if (now - entry.pace.lastChange > machineLimits.followCloseAfterMs) active.delete(file);
    }
  }

  function lose(file: CollectedFile): boolean {
    if (files.get(keyOf(file)) === file) files.delete(keyOf(file));
    active.delete(file);
    if (file.isLeft || file.held === undefined) {
      left.delete(file);
      return false;
    }
    Object.assign(file, { isLeft: true, at: file.held, packedAt: undefined });
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
    get nextLook() {
      let next = Math.min(nextGlance, nextWalk);
      for (const entry of active.values()) next = Math.min(next, entry.next);
      return next;
    },
    get walks() {
      return walks;
    },
    lose,
    replace(file) {
      const fresh = { ...file, held: undefined };
      files.set(keyOf(file), fresh);
      active.delete(file);
      quicken(fresh);
      Object.assign(file, { isLeft: true, at: file.held ?? file.at });
      left.add(file);
      return fresh;
    },
    left,
    drop(file) {
      left.delete(file);
      if (files.get(keyOf(file)) === file) files.delete(keyOf(file));
    },
  };
}

function lookAt(path: string) {
  try {
    return systemFiles.look(path);
  } catch {
    return undefined;
  }
}
