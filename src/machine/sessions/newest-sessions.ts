import { isCopy } from './arrange-sessions.ts';
import { findFiles } from './find-files.ts';
import { eachSession, isStub, type ListingOptions } from './list-sessions.ts';
import type { SessionProblem } from './problem.ts';
import { isSubagent, type SessionInfo } from './session-info.ts';
import type { SessionFile } from './store.ts';

/** The beginning of a list, and what is known of the rest of it. */
export interface NewestSessions {
  /** In the order of the list. Their numbers are those of the whole list. */
  found: SessionInfo[];
  /** Sessions that come after them, of files that were looked at on the way. */
  later: SessionInfo[];
  /** Files that nobody looked at, newest first. None: `found` is the whole list. */
  unread: SessionFile[];
}

/**
 * Reads only as far as so many of the person's own sessions need, and nothing of sub-agents and archived sessions that their
 * paths tell. All is read where there are not so many, or where a copy is among them, since its place depends on its
 * origin, which comes later. What is read depends on the files alone, not on what is known of them: a list says the same
 * the first time as later.
 */
export async function newestSessions(options: ListingOptions, most: number): Promise<NewestSessions> {
  const files = (options.files ?? findFiles(options)).filter((file) => !file.isSuperseded);
  return (await beginningOf(files, options, most)) ?? wholeList(files, options);
}

/** Undefined if it takes the whole list. */
async function beginningOf(
  files: readonly SessionFile[],
  options: ListingOptions,
  most: number,
): Promise<NewestSessions | undefined> {
  const own = files.filter(isNamedOwn);
  if (own.length < most) return undefined;
  const problems: SessionProblem[] = [];
  const later = new Set<SessionInfo>();
  const found: SessionInfo[] = [];
  let looked = 0;
  const onLook = (info: SessionInfo) => {
    looked += 1;
    if (!isStub(info)) later.add(info);
  };
  let left = most;
  for await (const info of eachSession({ ...options, files: own, onLook, onProblem: (one) => problems.push(one) })) {
    if (isCopy(info)) return undefined;
    found.push(info);
    later.delete(info);
    if (isOwn(info)) left -= 1;
    if (left <= 0) break;
  }
  if (left > 0) return undefined;
  for (const problem of problems) options.onProblem?.(problem);
  const read = new Set(own.slice(0, looked));
  return { found, later: [...later], unread: files.filter((file) => !read.has(file)) };
}

async function wholeList(files: readonly SessionFile[], options: ListingOptions): Promise<NewestSessions> {
  const found: SessionInfo[] = [];
  for await (const info of eachSession({ ...options, files })) found.push(info);
  return { found, later: [], unread: [] };
}

/** The number of rows that a list would have beyond those found, as far as the names of files tell. */
export function countRest({ later, unread }: NewestSessions): number {
  return later.filter(isOwn).length + unread.filter(isNamedOwn).length;
}

/** The ids of sessions beyond those found, as far as names tell. */
export function idsBeyond({ later, unread }: NewestSessions): string[] {
  return [...later.map(({ id }) => id), ...unread.flatMap(({ threadId }) => threadId ?? [])];
}

function isOwn(info: SessionInfo): boolean {
  return !info.archived && !isSubagent(info);
}

/** The same, as far as the path of a file tells. */
function isNamedOwn({ archived, parentId }: SessionFile): boolean {
  return !archived && parentId === undefined;
}
