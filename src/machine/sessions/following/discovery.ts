import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ScannedHome } from '../find-files.ts';
import { type AgentHome, findHomes, type HomeOptions } from '../homes.ts';
import { scanFolders, statOf } from '../scan-folders.ts';
import type { SessionFile } from '../store.ts';

/** Finds session files repeatedly, at little cost. */
export interface Discovery {
  walk(now: number): SessionFile[];
  /** The files of folders with arrivals or departures, those written to lately, and the newest of all. */
  glance(now: number): SessionFile[];
}

interface Folder extends AgentHome {
  path: string;
  /** The last arrival or departure of a file, in milliseconds since 1970. */
  changed: number;
  /** The last known write to one of its files. */
  written: number;
  count: number;
}

/** Maximum folders written to at a time: the day's folder of Codex, the projects of Claude Code and Gemini CLI. */
const NEWEST_FOLDERS = 16;
/** The newest folder and those above it are always checked, others only for a day. A walk finds later changes. */
const ALWAYS_FOLDERS = 5;
const LATELY_MS = 24 * 60 * 60 * 1000;
/** Number of newest files that are always checked, and of files in folders, which are listed whole or not at all. */
const NEWEST_FILES = 256;
const LISTED_FILES = 256;
/** Interval of listing every folder. Mostly, the time of a folder already shows that a file came or went. */
const ANEW_MS = 10 * 60_000;
const ignore = () => {};

/** `scanned`: what a look through the homes has just found. The first walk takes it instead of one of its own. */
export function createDiscovery(options: HomeOptions, scanned?: readonly ScannedHome[]): Discovery {
  let given = scanned;
  let folders = new Map<string, Folder>();
  /** All known files, by path. */
  let files = new Map<string, SessionFile>();
  let newestFiles: readonly SessionFile[] = [];
  /** The last stamp of sessions that are not files, by agent and home. */
  let stamps = new Map<string, string>();
  let walkedAt = Number.NEGATIVE_INFINITY;
  let walkedHomes = '';

  /** Notes the folders of files, and those above them, in which new ones may appear. */
  function note(files: readonly SessionFile[], { agent, home }: AgentHome, known: Map<string, Folder>): void {
    const counts = new Map<string, number>();
    for (const { path, modified } of files) {
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
      for (let folder = dirname(path); folder.startsWith(home.path); folder = dirname(folder)) {
        const seen = known.get(folderKey(agent, folder));
        if (seen && seen.written >= modified) break;
        if (seen) seen.written = modified;
        else known.set(folderKey(agent, folder), folderAt(folder, { agent, home }, modified));
        if (folder === home.path) break;
      }
    }
    for (const [folder, count] of counts) {
      const seen = known.get(folderKey(agent, folder));
      if (seen) seen.count = count;
    }
  }

  function filesIn(path: string, { agent, home }: AgentHome, maxDepth?: number): SessionFile[] {
    const place = { path, realPath: home.realPath + path.slice(home.path.length) };
    const identify = (file: string) => agent.store.identify(file);
    const files = scanFolders({ home: place, agent, folders: [''], identify, maxDepth, onProblem: ignore });
    return files.map((file) => {
      const cwd = file.cwd ?? agent.store.project?.(file.realPath, home.realPath);
      return { ...file, cwd, home: home.path };
    });
  }

  function walkAnew(): void {
    const known = new Map<string, Folder>();
    files = new Map();
    stamps = new Map();
    for (const found of given ?? findHomes(options)) {
      if (found.agent.store.stamp) continue;
      const inside =
        'files' in found ? found.files : found.agent.store.scan(found.home, found.agent, options.onProblem ?? ignore);
      note(inside, found, known);
      // An empty home is watched too.
      const key = folderKey(found.agent, found.home.path);
      if (!known.has(key)) known.set(key, folderAt(found.home.path, found, 0));
      for (const file of inside) files.set(file.path, file);
    }
    // An empty folder may be filled again.
    for (const [key, folder] of folders) {
      const changed = known.has(key) ? undefined : settledTime(folder.path);
      if (changed !== undefined) known.set(key, { ...folder, changed });
    }
    folders = known;
    given = undefined;
    scanStamped();
  }

  /** Scans the stores again whose sessions are not files, if one may have changed. */
  function scanStamped(): SessionFile[] {
    const all: SessionFile[] = [];
    for (const { agent, home } of findHomes(options)) {
      if (!agent.store.stamp) continue;
      const key = folderKey(agent, home.path);
      const stamp = agent.store.stamp(home);
      if (stamp !== undefined && stamps.get(key) === stamp) continue;
      for (const [path, file] of files) if (file.agent === agent && file.home === home.path) files.delete(path);
      for (const file of agent.store.scan(home, agent, options.onProblem ?? ignore)) {
        files.set(file.path, file);
        all.push(file);
      }
      if (stamp === undefined) stamps.delete(key);
      else stamps.set(key, stamp);
    }
    return all;
  }

  /** Lists only folders in which files came or went. In the others, only the known files are checked. */
  function walkKnown(): void {
    list(changedFolders());
    for (const file of files.values()) look(file);
    scanStamped();
  }

  function list(wanted: Iterable<Folder>): SessionFile[] {
    const all: SessionFile[] = [];
    for (const folder of wanted) {
      const inside = filesIn(folder.path, folder, 0);
      for (const inner of foldersIn(folder.path)) {
        if (folders.has(folderKey(folder.agent, inner))) continue;
        for (const file of filesIn(inner, folder)) inside.push(file);
      }
      note(inside, folder, folders);
      for (const file of inside) {
        files.set(file.path, file);
        all.push(file);
      }
    }
    return all;
  }

  function changedFolders(): Folder[] {
    const changed: Folder[] = [];
    for (const folder of folders.values()) {
      const time = settledTime(folder.path);
      if (time === undefined || (time === folder.changed && time !== UNSETTLED)) continue;
      folder.changed = time;
      changed.push(folder);
    }
    return changed;
  }

  /** The present state of the file. One that is gone is forgotten: a walk or its reader reports it. */
  function look(file: SessionFile): SessionFile[] {
    if (file.source) return [file];
    const stats = statOf(file.realPath);
    if (!stats?.isFile()) {
      files.delete(file.path);
      return [];
    }
    if (stats.size === file.size && stats.mtimeMs === file.modified) return [file];
    const current = { ...file, size: stats.size, modified: stats.mtimeMs };
    files.set(file.path, current);
    return [current];
  }

  return {
    walk(now) {
      const homes = findHomes(options).map(({ agent, home }) => folderKey(agent, home.path));
      if (now - walkedAt >= ANEW_MS || now < walkedAt || homes.join('\n') !== walkedHomes) {
        walkAnew();
        walkedAt = now;
        walkedHomes = homes.join('\n');
      } else walkKnown();
      newestFiles = newestOf([...files.values()].filter((file) => !file.source));
      return [...files.values()];
    },
    glance(now) {
      const all = list(new Set([...writtenLately(now), ...changedFolders()]));
      const listed = new Set(all.map(({ path }) => path));
      for (const file of newestFiles) if (!listed.has(file.path)) all.push(...look(file));
      newestFiles = newestOf(all);
      return [...all, ...scanStamped()];
    },
  };

  /** The folders last written to, as many as are listed quickly. A home may have thousands of files in one. */
  function writtenLately(now: number): Folder[] {
    let left = LISTED_FILES;
    return [...folders.values()]
      .sort((one, other) => other.written - one.written)
      .slice(0, NEWEST_FOLDERS)
      .filter(({ written, count }, index) => {
        if (count > left || (index >= ALWAYS_FOLDERS && now - written >= LATELY_MS)) return false;
        left -= count;
        return true;
      });
  }
}

/** Two agents may share one home. */
function folderKey({ name }: AgentHome['agent'], path: string): string {
  return `${name}\n${path}`;
}

function folderAt(path: string, { agent, home }: AgentHome, written: number): Folder {
  return { agent, home, path, written, changed: settledTime(path) ?? 0, count: 0 };
}

function newestOf(files: readonly SessionFile[]): SessionFile[] {
  return [...files].sort((one, other) => other.modified - one.modified).slice(0, NEWEST_FILES);
}

/** File systems round times: a change just after another one may have the same time. */
const STEP_MS = 2000;
const UNSETTLED = -1;

/** The last change of a folder. Undefined if it was just now, so that the folder is listed once more. */
function settledTime(folder: string): number | undefined {
  const time = statOf(folder)?.mtimeMs;
  return time !== undefined && Math.abs(Date.now() - time) < STEP_MS ? UNSETTLED : time;
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}
