import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { dataFolder } from '../data-folder.ts';

/** The beginning of a file's name for a session. An id that could lead elsewhere has none. */
function sessionFileName(id: string): string {
  if (/^[\w-][\w.-]{0,199}$/.test(id)) return id;
  throw new ThreadlineError('write-failed', 'the id of the session cannot be the name of a file');
}

/** The name of a file of ours about a session, whatever its id is. */
export function nameOfSession(agent: string, id: string): string {
  try {
    return `${sessionFileName(agent)}.${sessionFileName(id)}`;
  } catch {
    return `h.${createHash('sha256')
      .update(JSON.stringify([agent, id]))
      .digest('hex')}`;
  }
}

/** Where locks are kept, and notes of who wrote last. */
export function locksFolder(root: string = dataFolder()): string {
  return join(root, 'live', 'locks');
}

/** A file whose time says when somebody of ours left a session. */
export function leftPath(agent: string, id: string, root?: string): string {
  return join(locksFolder(root), `${nameOfSession(agent, id)}.left`);
}

/** The path of the journal of a session that was under control: `THREADLINE_HOME/live/<agent>/<id>.ndjson`. */
export function journalPath(agent: string, id: string, root: string = dataFolder()): string {
  return join(root, 'live', sessionFileName(agent), `${sessionFileName(id)}.ndjson`);
}

/** The journal of a session, if there is one. */
export function findJournal(agent: string, id: string, root?: string): string | undefined {
  try {
    const path = journalPath(agent, id, root);
    return existsSync(path) ? path : undefined;
  } catch {
    // Such an id never had one.
    return undefined;
  }
}

/** Removes the journals of sessions that go, and notes about them: they are parts of their sessions. */
export function removeJournals(sessions: Iterable<{ agent: string; id: string }>, root?: string): void {
  for (const { agent, id } of sessions) {
    const path = findJournal(agent, id, root);
    if (path !== undefined) rmSync(path, { force: true });
    rmSync(leftPath(agent, id, root), { force: true });
  }
}
