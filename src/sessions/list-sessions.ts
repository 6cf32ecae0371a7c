import { setImmediate as nextTick } from 'node:timers/promises';
import { countTurnsOf } from './count-turns.ts';
import { currentFiles, findFile, findFiles } from './find-files.ts';
import { findHomes, type HomeOptions } from './homes.ts';
import type { SessionFile } from './session-file.ts';
import { readHead } from './session-head.ts';
import { type SessionInfo, sessionInfo } from './session-info.ts';
import { readTitles, titlesFor } from './session-titles.ts';

export interface ListOptions extends HomeOptions {
  /** Only so many, the newest; no other file is opened. */
  limit?: number;
  /** Leave out archived sessions. */
  activeOnly?: boolean;
  /** Count the turns of each session: its whole file is read for it. */
  turns?: boolean;
}

/** Other work goes on after so many files. */
const FILES_AT_ONCE = 64;

/**
 * The user's sessions, the last written to first. Only the beginning of each file is read. A file with something wrong
 * is listed with its `problems`; what cannot be listed at all goes to `onProblem`.
 */
export async function listSessions(options: ListOptions = {}): Promise<SessionInfo[]> {
  const { onProblem, limit, activeOnly = false } = options;
  const homes = findHomes(options);
  const titles = new Map(homes.map((home) => [home.path, readTitles(home, onProblem)]));
  const files = currentFiles(findFiles(homes, onProblem)).filter((file) => !(activeOnly && file.archived));
  const sessions: SessionInfo[] = [];
  for (const file of files.slice(0, limit)) {
    sessions.push(await infoOf(file, titles.get(file.home ?? ''), options));
    if (sessions.length % FILES_AT_ONCE === 0) await nextTick();
  }
  return sessions;
}

/** The session of a thread; undefined where there is none. The prefix `urn:uuid:` and the case of letters do not matter. */
export async function findSession(id: string, options: ListOptions = {}): Promise<SessionInfo | undefined> {
  if (typeof id !== 'string') throw new TypeError('findSession wants the id of a session');
  const file = await findFile(id, options);
  return file && infoOf(file, titlesFor(file), options);
}

/** The session that was last written to, in a working folder if one is given. Those that an agent started do not count. */
export async function lastSession(options: HomeOptions & { cwd?: string } = {}): Promise<SessionInfo | undefined> {
  const { cwd, onProblem } = options;
  for (const file of currentFiles(findFiles(findHomes(options), onProblem))) {
    if (file.archived) continue;
    const info = sessionInfo(file, await readHead(file));
    const isAgents = info.parentId !== undefined || info.source === 'subagent';
    if (info.id !== '' && !isAgents && (cwd === undefined || info.cwd === cwd)) {
      return { ...info, title: titlesFor(file).get(info.id) };
    }
  }
  return undefined;
}

async function infoOf(
  file: SessionFile,
  titles: Map<string, string> | undefined,
  options: ListOptions,
): Promise<SessionInfo> {
  const info = sessionInfo(file, await readHead(file), titles);
  for (const problem of info.problems) options.onProblem?.(problem);
  if (options.turns) info.turns = await countTurnsOf(file);
  return info;
}
