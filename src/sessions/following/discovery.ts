import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AgentHome, findHomes, type HomeOptions } from '../homes.ts';
import { scanFolders } from '../scan-folders.ts';
import type { SessionFile } from '../store.ts';

/** Finds session files again and again, at little cost. */
export interface Discovery {
  /** Walks through everything. */
  walk(): SessionFile[];
  /** The files of folders in which some came or went, and of those that were written to lately. */
  glance(now: number): SessionFile[];
}

interface Folder extends AgentHome {
  /** When a file last came to it or left it, in milliseconds since 1970. */
  changed: number;
  /** When one of its files was last written to, as far as is known. */
  written: number;
}

/** So many folders may be written to at a time: the day's folder of Codex, the projects of Claude Code and Gemini CLI. */
const NEWEST_FOLDERS = 16;
/** The newest one and those above it are looked at in any case, others only for a day. What goes on later, a walk sees. */
const ALWAYS_FOLDERS = 5;
const LATELY_MS = 24 * 60 * 60 * 1000;
const ignore = () => {};

export function createDiscovery(options: HomeOptions): Discovery {
  let folders = new Map<string, Folder>();

  /** Notes the folders of files, and those above them, in which new ones may come. */
  function note(files: readonly SessionFile[], found: AgentHome, known: Map<string, Folder>): void {
    for (const { path, modified } of files) {
      for (let folder = dirname(path); folder.startsWith(found.home.path); folder = dirname(folder)) {
        const seen = known.get(folder);
        if (seen && seen.written >= modified) break;
        if (seen) seen.written = modified;
        else known.set(folder, { ...found, changed: timeOf(folder) ?? 0, written: modified });
        if (folder === found.home.path) break;
      }
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

  return {
    walk() {
      const all: SessionFile[] = [];
      const known = new Map<string, Folder>();
      for (const found of findHomes(options)) {
        const files = found.agent.store.scan(found.home, found.agent, options.onProblem ?? ignore);
        note(files, found, known);
        // An empty home is watched too.
        known.set(found.home.path, {
          written: 0,
          ...known.get(found.home.path),
          ...found,
          changed: timeOf(found.home.path) ?? 0,
        });
        for (const file of files) all.push(file);
      }
      // A folder that is empty now may be filled again.
      for (const [path, folder] of folders) {
        const changed = known.has(path) ? undefined : timeOf(path);
        if (changed !== undefined) known.set(path, { ...folder, changed });
      }
      folders = known;
      return all;
    },
    glance(now) {
      const all: SessionFile[] = [];
      const newest = [...folders]
        .sort(([, one], [, other]) => other.written - one.written)
        .slice(0, NEWEST_FOLDERS)
        .filter(([, { written }], index) => index < ALWAYS_FOLDERS || now - written < LATELY_MS);
      const wanted = new Map(newest);
      for (const [path, folder] of folders) {
        const changed = timeOf(path);
        if (changed === undefined || changed === folder.changed) continue;
        folder.changed = changed;
        wanted.set(path, folder);
      }
      for (const [path, folder] of wanted) {
        const files = filesIn(path, folder, 0);
        for (const inner of foldersIn(path)) if (!folders.has(inner)) files.push(...filesIn(inner, folder));
        note(files, folder, folders);
        for (const file of files) all.push(file);
      }
      return all;
    },
  };
}

function timeOf(folder: string): number | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}
