import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { machineLimits } from '../../limits/machine.ts';
import { listFolder } from './list-folder.ts';
import type { OnSessionProblem, SessionProblemCode } from './problem.ts';
import type { AgentStore, FileIdentity, Home, SessionFile } from './store.ts';

export interface ScanOptions {
  home: Home;
  agent: AgentStore;
  /** The folders of the home that hold sessions; `''` is the home itself. */
  folders: readonly string[];
  /** The facts from a session's path; undefined for other files. `folder` is the entry of `folders` that holds it. */
  identify(path: string, folder: string): FileIdentity | undefined;
  maxDepth?: number | undefined;
  onProblem: OnSessionProblem;
}

interface Found {
  path: string;
  identity: FileIdentity;
}

const PACKED = '.zst';

/** Finds session files in folders without opening any. A plain file stands for its compressed twin. */
export function scanFolders(options: ScanOptions): SessionFile[] {
  const { home, agent, folders, identify, maxDepth = machineLimits.maxSessionFolderDepth, onProblem } = options;
  const found = new Map<string, SessionFile>();
  // A home may hold 70 000 files: code that runs for each of them allocates as little as it can.
  const isLinked = home.realPath !== home.path;
  /** Visited last: a link to a file that was found anyway adds nothing. */
  const links: Found[] = [];

  function report(code: SessionProblemCode, message: string, path: string): undefined {
    onProblem({ code, message, path });
  }

  function visitFile({ path, identity }: Found, realPath: string): undefined {
    const stats = statOf(realPath);
    if (!stats) return report('vanished', 'the file was there a moment ago, or cannot be looked at', path);
    if (!stats.isFile()) return report('not-a-file', 'named like a session, but not a regular file', path);
    const compressed = path.slice(-PACKED.length).toLowerCase() === PACKED;
    const key = compressed ? path.slice(0, -PACKED.length) : path;
    if (compressed && found.get(key)?.compressed === false) return;
    const { wire, threadId, rolloutId, parentId, cwd, archived } = identity;
    found.set(key, {
      wire,
      threadId,
      rolloutId,
      parentId,
      cwd,
      archived,
      agent,
      path,
      realPath,
      home: home.path,
      compressed,
      isSuperseded: false,
      size: stats.size,
      modified: stats.mtimeMs,
      inode: stats.ino,
      changed: stats.ctimeMs,
    });
  }

  function visitFolder(path: string, folder: string, depth: number): undefined {
    if (depth > maxDepth) return report('too-deep', 'folders nested too deeply', path);
    const listing = listFolder(path);
    if ('fault' in listing) return report('unreadable', `the folder cannot be read: ${listing.fault}`, path);
    const start = path.endsWith(sep) ? path : path + sep;
    for (const entry of listing.entries) {
      const inside = start + entry.name;
      const identity = identify(inside, folder);
      if (identity && entry.isSymbolicLink()) links.push({ path: inside, identity });
      else if (identity)
        visitFile({ path: inside, identity }, isLinked ? home.realPath + inside.slice(home.path.length) : inside);
      else if (entry.isDirectory()) visitFolder(inside, folder, depth + 1);
      else if (entry.isSymbolicLink()) visitOtherLink(inside);
    }
  }

  function visitLink(link: Found, realPaths: Set<string>): undefined {
    const realPath = realPathOf(link.path);
    if (realPath === undefined) return report('vanished', 'the link leads to nothing', link.path);
    if (!realPath.startsWith(withSeparator(home.realPath))) {
      return report('outside-home', 'the link leads out of its home and was not followed', link.path);
    }
    if (realPaths.has(realPath)) return;
    realPaths.add(realPath);
    visitFile(link, realPath);
  }

  /** A link under another name matters only if it hides a folder with sessions. */
  function visitOtherLink(path: string): void {
    const realPath = realPathOf(path);
    if (realPath === undefined || !statOf(realPath)?.isDirectory()) return;
    report('outside-home', 'a linked folder is not followed; name the folder that it stands for as a home', path);
  }

  for (const folder of folders) {
    const path = join(home.path, folder);
    const stats = statOf(path);
    if (stats?.isSymbolicLink() && folder !== '') visitOtherLink(path);
    else if (folder === '' || stats?.isDirectory()) visitFolder(path, folder, 0);
  }
  const realPaths = new Set(links.length > 0 ? Array.from(found.values(), ({ realPath }) => realPath) : []);
  for (const link of links) visitLink(link, realPaths);
  return [...found.values()];
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The stats of a link, not of its target; undefined if there is nothing. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : path + sep;
}

/** The home of a file, by the names of the folders above it. */
export function homeAbove(path: string, folders: readonly string[]): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (folders.includes(basename(folder))) return dirname(folder);
  }
  return undefined;
}
