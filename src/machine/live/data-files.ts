import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { dataFolder, makePrivateFolder } from '../sessions/data-folder.ts';

/** Where live sessions keep what no session file holds, below our own data. */
export interface LiveFolders {
  journals: string;
  locks: string;
  running: string;
}

export function liveFolders(root: string = dataFolder()): LiveFolders {
  const live = join(root, 'live');
  return { journals: live, locks: join(live, 'locks'), running: join(live, 'running') };
}

/** Makes the folder and gives the path of a file in it. */
export function privateFile(folder: string, name: string): string {
  makePrivateFolder(folder);
  return join(folder, name);
}

/** The beginning of a file's name for a session. An id that could lead elsewhere has none. */
export function sessionFileName(id: string): string {
  if (/^[\w-][\w.-]{0,199}$/.test(id)) return id;
  throw new ThreadlineError('write-failed', 'the id of the session cannot be the name of a file');
}

/** The path of the journal of a session. */
export function journalPath(agent: string, id: string, root?: string): string {
  return join(liveFolders(root).journals, sessionFileName(agent), `${sessionFileName(id)}.ndjson`);
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
