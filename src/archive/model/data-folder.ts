import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { errorCode, systemMessage } from '../../machine/sessions/file-fault.ts';
import type { Environment } from '../../machine/sessions/store.ts';

/** Where the archive is: `THREADLINE_HOME`, else threadline's folder among the user's data. */
export function dataFolder(env: Environment = process.env, platform: string = process.platform): string {
  const { THREADLINE_HOME: own } = env;
  if (own !== undefined && own !== '') return resolve(own);
  const home = env.HOME || env.USERPROFILE || homedir();
  if (platform === 'win32') return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'threadline');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'threadline');
  return join(absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'threadline');
}

export const ARCHIVE_NAME = 'archive.db';

/** Whether an archive is there, found out without SQLite, which takes its time to load. */
export function hasArchive(folder = dataFolder()): boolean {
  return existsSync(join(folder, ARCHIVE_NAME));
}

/** The standard says that a relative one is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** One by one: where a system refuses a folder in one that is there (`/proc`), `recursive` tries for ever. */
function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && path !== dirname(path); path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have been quicker.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Makes the folder, for its owner alone. A link in its place is refused: it could lead anywhere. */
export function makePrivateFolder(folder: string): void {
  try {
    makeFolders(folder);
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) throw new ThreadlineError('unreadable', `${folder} is no folder`);
    if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    const code = errorCode(error) === 'ENOENT' ? 'not-found' : 'write-failed';
    throw new ThreadlineError(code, `cannot keep an archive in ${folder}: ${systemMessage(error)}`, { cause: error });
  }
}

/** Writes a file for its owner alone: whole or not at all, also after a loss of power. Throws what the system says. */
export function writePrivateFile(path: string, write: (file: number) => void): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW = 0 } = constants;
  try {
    const file = openSync(temporary, O_CREAT | O_TRUNC | O_WRONLY | O_NOFOLLOW, 0o600);
    try {
      write(file);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
