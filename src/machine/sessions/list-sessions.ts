import { parseTime } from '../../core/thread/time.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { findFile, findFiles } from './find-files.ts';
import { createHeap } from './heap.ts';
import { findHomes, type HomeOptions } from './homes.ts';
import type { KnownSessions } from './known/known-sessions.ts';
import { nextTurn } from './next-turn.ts';
import type { OnSessionProblem } from './problem.ts';
import { readHead, type WholeFileReader } from './session-head.ts';
import { isSubagent, type SessionInfo, sessionInfo } from './session-info.ts';
import { sizeOf } from './session-source.ts';
import { readFewTurns } from './session-turns.ts';
import type { SessionFile, TitleEnds } from './store.ts';

/** Options of `listSessions`. */
export interface ListOptions extends HomeOptions {
  /** The maximum number of sessions, newest first. No more files are opened than the order needs. */
  limit?: number | undefined;
  /** Leaves archived sessions out. */
  activeOnly?: boolean | undefined;
  /** Counts the turns of each session, which reads its whole file. A file beyond a limit is not counted. */
  turns?: boolean | undefined;
}

/** The same for commands that keep what they learn, and read a file for several purposes at once. */
export interface ListingOptions extends ListOptions {
  /** What is known of files that have not changed. */
  known?: KnownSessions | undefined;
  /** The session files, newest first, from a caller that has found them. */
  files?: readonly SessionFile[] | undefined;
  /** Receives the bytes of files that are read to their end for their turns. */
  alongside?: WholeFileReader | undefined;
  /** Receives each session when its file was looked at, before its place in the list is known. */
  onLook?: ((info: SessionInfo) => void) | undefined;
}

type Titles = ReadonlyMap<string, string>;

/** Other work may run after this many files. */
const FILES_AT_ONCE = 64;

/**
 * Lists the user's sessions, the last active first. Reads only the beginning and the end of each file. A
 * faulty file is listed with its `problems`; one that cannot be listed at all goes to `onProblem`.
 *
 * @example
 * import { listSessions } from 'threadline/sessions';
 *
 * for (const { agent, id, title, firstPrompt } of await listSessions({ limit: 20 })) {
 *   console.log(agent, id, title ?? firstPrompt);
 * }
 */
export async function listSessions(options: ListOptions = {}): Promise<SessionInfo[]> {
  const sessions: SessionInfo[] = [];
  const { limit = Number.POSITIVE_INFINITY } = options;
  if (limit <= 0) return sessions;
  for await (const info of eachSession(options)) {
    sessions.push(info);
    if (sessions.length >= limit) break;
  }
  return sessions;
}

/**
 * Yields the sessions one by one, the last active first, for callers that may stop early. No session is active after the
 * last write to its file, so one that was active after the next file was written to comes before all that follow.
 */
export async function* eachSession(options: ListingOptions): AsyncGenerator<SessionInfo> {
  const { onProblem = () => {}, activeOnly = false } = options;
  const files = options.files ?? findFiles(options);
  const titles = createTitles({ onProblem, ends: options.known && titleEnds(options.known), files });
  const waiting = createHeap(lastActiveFirst);
  let count = 0;
  for (const [at, file] of files.entries()) {
    if (at % FILES_AT_ONCE === 0) lookAhead(files.slice(at, at + FILES_AT_ONCE));
    if (file.isSuperseded || (activeOnly && file.archived)) continue;
    while ((waiting.first()?.active ?? Number.NEGATIVE_INFINITY) > file.modified) yield waiting.take().info;
    const info = await infoOf(file, titles(file), options);
    options.onLook?.(info);
    if (!isStub(info)) waiting.add({ info, active: parseTime(info.updatedAt) ?? 0 });
    count += 1;
    if (count % FILES_AT_ONCE === 0) await nextTurn();
  }
  while (waiting.first()) yield waiting.take().info;
}

/** Looks at sessions of databases, which remember it: one that its agent has open is then opened once for all of them. */
function lookAhead(files: readonly SessionFile[]): void {
  for (const file of files) if (file.source?.hasLastingVersions) sizeOf(file);
}

interface Waiting {
  info: SessionInfo;
  /** When it was last active, in milliseconds since 1970. */
  active: number;
}

/** Of equal times, the greater path: names begin with the time of the session. */
function lastActiveFirst(one: Waiting, other: Waiting): boolean {
  return one.active > other.active || (one.active === other.active && one.info.path > other.info.path);
}

/** Finds a session by its whole id (`agent:ID` too). The prefix `urn:uuid:` and letter case do not matter. */
export async function findSession(id: string, options: ListOptions = {}): Promise<SessionInfo | undefined> {
  if (typeof id !== 'string') throw new TypeError('findSession wants the id of a session');
  const file = await findFile(id, options);
  return file && infoOf(file, titlesFor(file), options);
}

/** Finds the session that was last active, optionally in one working folder. Sub-agents do not count. */
export async function lastSession(
  options: HomeOptions & { cwd?: string | undefined } = {},
): Promise<SessionInfo | undefined> {
  const { cwd, ...others } = options;
  for await (const info of eachSession({ ...others, activeOnly: true })) {
    if (info.id !== '' && !isSubagent(info) && (cwd === undefined || info.cwd === cwd)) return info;
  }
  return undefined;
}

/** The titles of the home of a file. */
export function titlesFor(file: SessionFile): Titles {
  return createTitles({ onProblem: () => {} })(file);
}

interface TitleOptions {
  onProblem: OnSessionProblem;
  ends?: TitleEnds | undefined;
  /** All files that were found, newest first. */
  files?: readonly SessionFile[] | undefined;
}

/** Reads the titles of each home once. */
function createTitles({ onProblem, ends, files }: TitleOptions): (file: SessionFile) => Titles {
  const known = new Map<string, Titles>();
  return ({ agent, home: path }) => {
    if (!agent?.store.titles || path === undefined) return new Map();
    const key = JSON.stringify([agent.name, path]);
    const [found] = known.has(key) ? [] : findHomes({ agents: [agent], homes: [path] });
    if (found) {
      // Of two files of one thread, the newer one comes last and counts.
      const own = files?.filter((file) => file.agent === agent && file.home === path).reverse();
      known.set(key, agent.store.titles(found.home, onProblem, ends, own));
    }
    return known.get(key) ?? new Map();
  };
}

function titleEnds(known: KnownSessions): TitleEnds {
  return {
    titleOf(file, read) {
      const kept = known.of(file)?.endTitle;
      if (kept !== undefined) return kept ?? undefined;
      const title = read();
      known.learn(file, { endTitle: title ?? null });
      return title;
    },
  };
}

/** Reads the beginning again of a file that was found before. */
export function readInfo(file: SessionFile): Promise<SessionInfo> {
  return infoOf(file, titlesFor(file), {});
}

async function infoOf(found: SessionFile, titles: Titles, options: ListingOptions): Promise<SessionInfo> {
  const file = found.source ? { ...found, size: sizeOf(found) } : found;
  const { known, alongside } = options;
  const areTurnsWanted = options.turns === true && file.size <= machineLimits.maxTurnCountBytes;
  const kept = known?.of(file);
  if (kept?.head && (!areTurnsWanted || kept.turns !== undefined)) {
    const turns = areTurnsWanted ? (kept.turns ?? undefined) : undefined;
    return sessionInfo(file, { ...kept.head, turns, problems: [] }, titles);
  }
  const head = await readHead(file, { turns: areTurnsWanted, last: true, alongside });
  const info = sessionInfo(file, head, titles);
  // A file that cannot be read gives nothing more.
  if (areTurnsWanted && !isUnread(info)) await addTurns(info, file);
  for (const problem of info.problems) options.onProblem?.(problem);
  if (info.problems.length === 0) {
    const { problems: _problems, turns: _turns, ...facts } = head;
    known?.learn(file, { head: facts, ...(areTurnsWanted && { turns: info.turns ?? null }) });
  }
  return info;
}

/** True for a file without a conversation. Its agent does not list it either. */
export function isStub({ problems }: Pick<SessionInfo, 'problems'>): boolean {
  return problems.some(({ code }) => code === 'no-conversation');
}

/** True if its file cannot be read to its end. The problem is reported already, and no turns can be counted. */
export function isUnread({ problems }: Pick<SessionInfo, 'problems'>): boolean {
  return problems.some(({ code }) => code === 'unreadable' || code === 'vanished' || code === 'too-large');
}

async function addTurns(info: SessionInfo, file: SessionFile): Promise<void> {
  try {
    info.turns ??= await readFewTurns(file);
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    const code = error.code === 'not-found' ? 'vanished' : 'unreadable';
    info.problems.push({ code, message: error.message, path: file.path });
  }
}
