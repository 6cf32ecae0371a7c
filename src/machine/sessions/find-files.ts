import { basename, dirname } from 'node:path';
import { type AgentHome, findHomes, type HomeOptions, wantedAgents } from './homes.ts';
import { sharingListings } from './list-folder.ts';
import type { OnSessionProblem } from './problem.ts';
import { scanFolders } from './scan-folders.ts';
import { readHead } from './session-head.ts';
import { type AgentStore, newestFirst, normaliseId, type SessionFile } from './store.ts';

const ignoreProblem: OnSessionProblem = () => {};

/** A home, and the session files in it. */
export interface ScannedHome extends AgentHome {
  files: SessionFile[];
}

/** Looks through the homes once, for callers that need the files for several purposes. */
export function scanHomes(options: HomeOptions): ScannedHome[] {
  const { onProblem = ignoreProblem } = options;
  const once = reportOnce(onProblem);
  const scan = () =>
    findHomes(options).map(({ agent, home }) => ({ agent, home, files: agent.store.scan(home, agent, once) }));
  return sharingListings(options, scan);
}

/** All session files of the homes, newest first. */
export function findFiles(options: HomeOptions): SessionFile[] {
  return filesOf(scanHomes(options));
}

/** The same of homes that were looked through. */
export function filesOf(homes: readonly ScannedHome[]): SessionFile[] {
  return homes.flatMap(({ files }) => files).sort(newestFirst);
}

/** Several agents look through a home that was named for all of them, and meet the same faults. */
function reportOnce(onProblem: OnSessionProblem): OnSessionProblem {
  const told = new Set<string>();
  return (problem) => {
    const key = `${problem.code} ${problem.path}`;
    if (told.has(key)) return;
    told.add(key);
    onProblem(problem);
  };
}

/** Splits `agent:ID`. Any other text is an id, whatever it holds. */
export function splitId(text: string, options: HomeOptions): { id: string; options: HomeOptions } {
  const colon = text.indexOf(':');
  const agent = text.slice(0, Math.max(colon, 0));
  const isAgent = wantedAgents(options).some(({ name }) => name === agent);
  return isAgent ? { id: text.slice(colon + 1), options: { ...options, agent } } : { id: text, options };
}

/** Finds the file of a thread by the ids in names, else in headers. Compares whole ids; none becomes a path. */
export async function findFile(text: string, given: HomeOptions): Promise<SessionFile | undefined> {
  const { id, options } = splitId(text, given);
  const wanted = normaliseId(id);
  if (wanted === '') return undefined;
  const files = findFiles(options);
  const named =
    files.find((file) => file.threadId === wanted && !file.isSuperseded) ??
    files.find((file) => file.rolloutId === wanted);
  if (named) return named;
  // Of several files of one thread, the one that lists show.
  const listed = files.filter((file) => !file.isSuperseded);
  const others = files.filter((file) => file.isSuperseded);
  const isWanted = (header: string) => header === wanted;
  return (await findByHeader(listed, isWanted))[0] ?? (await findByHeader(others, isWanted))[0];
}

/** Finds files by an id in the header that their names lack. Starts with names that hold no id. */
export async function findByHeader(
  files: readonly SessionFile[],
  isWanted: (id: string) => boolean,
  most = 1,
): Promise<SessionFile[]> {
  const found: SessionFile[] = [];
  const namelessFirst = [...files].sort((a, b) => Number(a.threadId !== undefined) - Number(b.threadId !== undefined));
  for (const file of namelessFirst) {
    const { started } = await readHead(file, { onlyIdentity: true });
    if (started && isWanted(normaliseId(started.thread_id))) found.push(file);
    if (found.length === most) break;
  }
  return found;
}

/** The files among which a session's history is searched, its own home first. */
export function filesAround(file: SessionFile, options: HomeOptions): SessionFile[] {
  const { agent } = file;
  if (!agent) return [];
  const own = file.home === undefined ? filesBeside(file, agent) : findFiles({ agents: [agent], homes: [file.home] });
  return [...own, ...findFiles({ ...options, agents: [agent], onProblem: undefined })];
}

/** The session files of the same folder, without subfolders. */
function filesBeside(file: SessionFile, agent: AgentStore): SessionFile[] {
  const folder = dirname(file.realPath);
  const home = { path: folder, realPath: folder };
  const identify = (path: string) => agent.store.identify(basename(path));
  return scanFolders({ home, agent, folders: [''], identify, maxDepth: 0, onProblem: ignoreProblem });
}
