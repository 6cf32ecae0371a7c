import {
  constants,
  copyFileSync,
  type Dirent,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fleetLimits } from '../../limits/fleet.ts';
import { errorCode, systemMessage } from '../../machine/sessions/file-fault.ts';
import { type CollectedFile, newFile } from './collected-file.ts';

/**
 * Files that were not sent yet, under a second name in our own folder: so they are still there when the agent deletes
 * them meanwhile. A second name takes no space; on another file system it is a copy. Where it stands says whose it is
 * (`AGENT/HOME/PATH@INODE`), so nothing else has to be written, and any number of collectors may use one folder.
 */
export interface HeldFiles {
  /** Keeps a file that is not sent yet. */
  keep(file: CollectedFile): void;
  /** It is sent, or not wanted any more. */
  release(file: CollectedFile): void;
  /** Where an unpacked copy of a compressed file belongs. */
  copyPlace(file: CollectedFile): string;
  /** All that an earlier collector left. */
  found(): CollectedFile[];
  /** Lets the oldest of files go that only we have, until the rest is within the limit. Gives those that went. */
  trim(left: Iterable<CollectedFile>): CollectedFile[];
}

export interface HeldFilesOptions {
  folder: string;
  onProblem(message: string): void;
  /** Tests put another one in its place. */
  link?: ((from: string, to: string) => void) | undefined;
  mostBytes?: number | undefined;
}

const MARK = '@';
const HALF = '.half';
/** A copy that takes longer was left by a process that is no more. */
const OLD_HALF_MS = 3_600_000;

export function createHeldFiles({ folder, onProblem, link = linkSync, mostBytes }: HeldFilesOptions): HeldFiles {
  let told = '';

  function place({ agent, home, path }: CollectedFile, mark: string): string {
    return join(folder, agent, encodeURIComponent(home), `${path}${MARK}${mark}`);
  }

  /** A copy is whole as soon as it has its name. */
  function copy(from: string, to: string): void {
    const half = `${to}.${process.pid}${HALF}`;
    copyFileSync(from, half, constants.COPYFILE_FICLONE);
    renameSync(half, to);
  }

  function keepAs(file: CollectedFile, to: string): void {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    try {
      link(file.at, to);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return;
      if (code === 'ENOENT') throw error;
      // Another file system, or one without links.
      copy(file.at, to);
    }
  }

  function remove(path: string): void {
    try {
      unlinkSync(path);
      for (let above = dirname(path); above.length > folder.length; above = dirname(above)) rmdirSync(above);
    } catch {
      // Another collector was quicker, or the folder holds more.
    }
  }

  return {
    keep(file) {
      if (file.held !== undefined) return;
      try {
        const { ino } = lstatSync(file.at);
        const to = place(file, ino.toString(36));
        keepAs(file, to);
        file.held = to;
        file.inode = ino;
      } catch (error) {
        const message = `cannot keep files that are not sent yet: ${systemMessage(error)}`;
        if (errorCode(error) !== 'ENOENT' && told !== message) onProblem(message);
        if (errorCode(error) !== 'ENOENT') told = message;
      }
    },
    release(file) {
      if (file.held !== undefined) remove(file.held);
      file.held = undefined;
    },
    copyPlace(file) {
      const to = place(file, `z${process.pid.toString(36)}`);
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      return to;
    },
    found: () => [...heldIn(folder)],
    trim(left) {
      const only = [...left].sort((one, other) => other.modified - one.modified);
      const dropped: CollectedFile[] = [];
      let sum = 0;
      for (const file of only) {
        sum += file.size;
        if (sum > (mostBytes ?? fleetLimits.maxHeldFileBytes)) dropped.push(file);
      }
      return dropped;
    },
  };
}

function* heldIn(folder: string): Generator<CollectedFile> {
  for (const agent of entriesOf(folder)) {
    for (const home of entriesOf(join(folder, agent.name))) {
      const root = join(folder, agent.name, home.name);
      for (const path of filesBelow(root, '')) {
        const file = heldFile(root, path, agent.name, home.name);
        if (file) yield file;
      }
    }
  }
}

function heldFile(root: string, held: string, agent: string, home: string): CollectedFile | undefined {
  const at = join(root, held);
  const mark = held.lastIndexOf(MARK);
  try {
    const { size, mtimeMs } = lstatSync(at);
    const path = held.slice(0, mark);
    if (held.endsWith(HALF)) {
      if (Date.now() - mtimeMs > OLD_HALF_MS) unlinkSync(at);
      return undefined;
    }
    if (mark === -1) return undefined;
    const form = /\.json$/i.test(path) ? 'document' : 'lines';
    const facts = { agent, home: decodeURIComponent(home), path, at, form, cwd: undefined } as const;
    return { ...newFile({ ...facts, isLeft: true, size, modified: mtimeMs }), held: at };
  } catch {
    return undefined;
  }
}

function* filesBelow(root: string, below: string): Generator<string> {
  for (const entry of entriesOf(join(root, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
