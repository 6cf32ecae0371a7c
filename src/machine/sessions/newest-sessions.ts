import { isCopy } from './arrange-sessions.ts';
import { findFiles } from './find-files.ts';
import { eachSession, isStub, type ListingOptions } from './list-sessions.ts';
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
 * Reads only as far as so many of the person's own sessions need; to the end where a copy is among them, since its place
 * depends on its origin, which comes later. How far that is depends on the files alone, not on what is known of them: a list
 * says the same the first time as later.
 */
export async function newestSessions(options: ListingOptions, most: number): Promise<NewestSessions> {
  const files = (options.files ?? findFiles(options)).filter((file) => !file.isSuperseded);
  const later = new Set<SessionInfo>();
  const found: SessionInfo[] = [];
  let looked = 0;
  const onLook = (info: SessionInfo) => {
    looked += 1;
    if (!isStub(info)) later.add(info);
  };
  let left = most;
  for await (const info of eachSession({ ...options, files, onLook })) {
    found.push(info);
    later.delete(info);
    if (isCopy(info)) left = Number.POSITIVE_INFINITY;
    if (isOwn(info)) left -= 1;
    if (left <= 0) break;
  }
  return { found, later: [...later], unread: files.slice(looked) };
}

/** The number of rows that a list would have beyond those found, as far as the names of files tell. */
export function countRest({ later, unread }: NewestSessions): number {
  const named = unread.filter(({ archived, parentId }) => !archived && parentId === undefined);
  return later.filter(isOwn).length + named.length;
}

/** The ids of sessions beyond those found, as far as names tell. */
export function idsBeyond({ later, unread }: NewestSessions): string[] {
  return [...later.map(({ id }) => id), ...unread.flatMap(({ threadId }) => threadId ?? [])];
}

function isOwn(info: SessionInfo): boolean {
  return !info.archived && !isSubagent(info);
}
