import { dirname } from 'node:path';
import { findHomes, type Home, type HomeOptions } from './homes.ts';
import type { OnSessionProblem } from './problem.ts';
import { normaliseId } from './rollout-name.ts';
import { homeAbove, scanFolder, scanHome } from './scan-home.ts';
import { newestFirst, type SessionFile } from './session-file.ts';
import { readHead } from './session-head.ts';

/** All session files of the homes, newest first. */
export function findFiles(homes: readonly Home[], onProblem?: OnSessionProblem): SessionFile[] {
  return homes.flatMap((home) => scanHome(home, onProblem)).sort(newestFirst);
}

/**
 * The file in which each thread goes on. A revert begins a new file under the same thread id; its own id is a UUIDv7
 * and so greater than those before. An archived file yields to an active one.
 */
export function currentFiles(files: readonly SessionFile[]): SessionFile[] {
  const current = new Map<string, SessionFile>();
  for (const file of files) {
    const key = JSON.stringify([file.home, file.threadId ?? file.path]);
    const other = current.get(key);
    if (!other || supersedes(file, other)) current.set(key, file);
  }
  const kept = new Set(current.values());
  return files.filter((file) => kept.has(file));
}

function supersedes(file: SessionFile, other: SessionFile): boolean {
  if (file.rolloutId !== other.rolloutId) return (file.rolloutId ?? '') > (other.rolloutId ?? '');
  return other.archived && !file.archived;
}

/**
 * The file of a thread, by the ids in the names of files, else by those in their headers. Ids are compared as wholes,
 * and no path is ever made of one.
 */
export async function findFile(id: string, options: HomeOptions): Promise<SessionFile | undefined> {
  const wanted = normaliseId(id);
  if (wanted === '') return undefined;
  const files = findFiles(findHomes(options), options.onProblem);
  const named =
    currentFiles(files).find((file) => file.threadId === wanted) ?? files.find((file) => file.rolloutId === wanted);
  if (named) return named;
  const namelessFirst = [...files].sort((a, b) => Number(a.threadId !== undefined) - Number(b.threadId !== undefined));
  for (const file of namelessFirst) {
    const { started } = await readHead(file, true);
    if (started && normaliseId(started.thread_id) === wanted) return file;
  }
  return undefined;
}

/** The files among which those are looked for that a session goes on from: its own home first. */
export function filesAround(file: SessionFile, options: HomeOptions): SessionFile[] {
  const home = file.home ?? homeAbove(file.realPath);
  const beside = home === undefined ? scanFolder(dirname(file.realPath)) : findFiles(findHomes({ homes: [home] }));
  return [...beside, ...findFiles(findHomes({ ...options, onProblem: undefined }))];
}
