import { createHash } from 'node:crypto';
import {
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type CollectedFile, newFile } from './collected-file.ts';

/**
 * Held files are stored at `AGENT/DIGEST/PATH@MARK`. A home's name may be too long, so a note beside its digest holds
 * it. Earlier versions named the folder after the home, percent-encoded and without a note. Those are still found.
 */
const NOTE = '.home';
export const MARK = '@';
/** The ending of a copy that is not complete yet. */
export const HALF = '.half';
/** A copy that takes longer was left by a process that has ended. */
const OLD_HALF_MS = 3_600_000;

/** The folder for the held files of a home, with its note. */
export function homeFolder(folder: string, agent: string, home: string): string {
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 32);
  const path = join(folder, agent, digest);
  const note = join(path, NOTE);
  if (existsSync(note)) return path;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // Another process may look for the note while it is being written.
  const half = `${note}.${process.pid}${HALF}`;
  writeFileSync(half, home, { mode: 0o600 });
  renameSync(half, note);
  return path;
}

function homeOf(path: string, name: string): string {
  try {
    return readFileSync(join(path, NOTE), 'utf8');
  } catch {
    return decodeURIComponent(name);
  }
}

export function* heldIn(folder: string): Generator<CollectedFile> {
  for (const { name: agent } of entriesOf(folder)) {
    for (const { name } of entriesOf(join(folder, agent))) {
      const root = join(folder, agent, name);
      for (const path of filesBelow(root, '')) {
        const file = heldFile(root, path, agent, name);
        if (file) yield file;
      }
    }
  }
}

function heldFile(root: string, held: string, agent: string, folderName: string): CollectedFile | undefined {
  const at = join(root, held);
  const mark = held.lastIndexOf(MARK);
  try {
    const { size, mtimeMs, ino } = lstatSync(at);
    if (held.endsWith(HALF)) {
      if (Date.now() - mtimeMs > OLD_HALF_MS) unlinkSync(at);
      return undefined;
    }
    if (mark === -1) return undefined;
    const name = { agent, home: homeOf(root, folderName), path: held.slice(0, mark) };
    return newFile(name, undefined, { kind: 'left', at }, { size, modified: mtimeMs, inode: ino });
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
