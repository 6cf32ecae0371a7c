import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { limits } from '../limits.ts';
import { errorCode } from './file-error.ts';
import type { Home } from './homes.ts';
import type { OnSessionProblem, SessionProblemCode } from './problem.ts';
import { parseRolloutName, type RolloutName } from './rollout-name.ts';
import type { SessionFile } from './session-file.ts';

/** Where a home keeps sessions: by year, month and day, or flat in old versions; archived ones are always flat. */
const FOLDERS = [
  { name: 'sessions', archived: false },
  { name: 'archived_sessions', archived: true },
];

/** Finds the session files of a home without opening any. A plain file stands for its compressed twin. */
export function scanHome(home: Home, onProblem: OnSessionProblem = () => {}): SessionFile[] {
  return scan(home, FOLDERS, limits.maxSessionFolderDepth, onProblem);
}

/** The session files of one folder that is no home, without those of the folders in it. */
export function scanFolder(path: string): SessionFile[] {
  const realPath = realPathOf(path);
  return realPath === undefined ? [] : scan({ path, realPath }, [{ name: '', archived: false }], 0, () => {});
}

function scan(home: Home, folders: typeof FOLDERS, maxDepth: number, onProblem: OnSessionProblem): SessionFile[] {
  const found = new Map<string, SessionFile>();
  const realPaths = new Set<string>();
  /** Looked at last: a link to a file that was found anyway adds nothing. */
  const links: { path: string; name: RolloutName; archived: boolean }[] = [];

  function report(code: SessionProblemCode, message: string, path: string): undefined {
    onProblem({ code, message, path });
  }

  function visitFile(path: string, realPath: string, name: RolloutName, archived: boolean): undefined {
    const stats = statOf(realPath);
    if (!stats) return report('vanished', 'the file was there a moment ago, or cannot be looked at', path);
    if (!stats.isFile()) return report('not-a-file', 'named like a session, but no regular file', path);
    realPaths.add(realPath);
    const key = join(dirname(path), name.plainName);
    if (found.get(key)?.compressed === false) return;
    found.set(key, {
      path,
      realPath,
      home: home.path,
      archived,
      compressed: name.isCompressed,
      isDocument: name.isDocument,
      threadId: name.threadId,
      rolloutId: name.rolloutId,
      size: stats.size,
      modified: stats.mtimeMs,
    });
  }

  function visitFolder(folder: string, archived: boolean, depth: number): undefined {
    if (depth > maxDepth) return report('too-deep', 'folders nested too deeply', folder);
    for (const entry of entriesOf(folder, onProblem)) {
      const path = join(folder, entry.name);
      const name = parseRolloutName(entry.name);
      if (name && entry.isSymbolicLink()) links.push({ path, name, archived });
      else if (name) visitFile(path, home.realPath + path.slice(home.path.length), name, archived);
      else if (entry.isDirectory()) visitFolder(path, archived, depth + 1);
      else if (entry.isSymbolicLink()) visitOtherLink(path);
    }
  }

  function visitLink(path: string, name: RolloutName, archived: boolean): undefined {
    const realPath = realPathOf(path);
    if (realPath === undefined) return report('vanished', 'the link leads to nothing', path);
    if (!realPath.startsWith(withSeparator(home.realPath))) {
      return report('outside-home', 'the link leads out of its home and was not followed', path);
    }
    if (!realPaths.has(realPath)) visitFile(path, realPath, name, archived);
  }

  /** A link under another name matters only if it hides a folder with sessions. */
  function visitOtherLink(path: string): void {
    const realPath = realPathOf(path);
    if (realPath === undefined || !statOf(realPath)?.isDirectory()) return;
    report('outside-home', 'a linked folder is not followed; name the folder that it stands for as a home', path);
  }

  for (const { name, archived } of folders) {
    const folder = join(home.path, name);
    const stats = statOf(folder);
    if (stats?.isSymbolicLink()) visitOtherLink(folder);
    else if (stats?.isDirectory()) visitFolder(folder, archived, 0);
  }
  for (const { path, name, archived } of links) visitLink(path, name, archived);
  return [...found.values()];
}

function entriesOf(folder: string, onProblem: OnSessionProblem): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onProblem({ code: 'unreadable', message: `the folder cannot be read (${errorCode(error)})`, path: folder });
    return [];
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

/** The home that a file lies in, by the names of the folders above it. */
export function homeAbove(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (FOLDERS.some(({ name }) => basename(folder) === name)) return dirname(folder);
  }
  return undefined;
}
