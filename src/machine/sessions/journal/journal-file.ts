import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { dataFolder } from '../data-folder.ts';

/** The beginning of a file's name for a session. An id that could lead elsewhere has none. */
export function sessionFileName(id: string): string {
  if (/^[\w-][\w.-]{0,199}$/.test(id)) return id;
  throw new ThreadlineError('write-failed', 'the id of the session cannot be the name of a file');
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

/** Removes the journals of sessions that go: a journal is a part of its session. */
export function removeJournals(sessions: Iterable<{ agent: string; id: string }>, root?: string): void {
  for (const { agent, id } of sessions) {
    const path = findJournal(agent, id, root);
    if (path !== undefined) rmSync(path, { force: true });
  }
}
