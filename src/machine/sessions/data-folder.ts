import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { makeFolders } from './cache-folder.ts';
import { errorCode, systemMessage } from './file-fault.ts';
import type { Environment } from './store.ts';

/** The folder of the archive: `THREADLINE_HOME`, else threadline's folder in the user's data. */
export function dataFolder(env: Environment = process.env, platform: string = process.platform): string {
  const { THREADLINE_HOME: own } = env;
  if (own !== undefined && own !== '') return resolve(own);
  const home = env.HOME || env.USERPROFILE || homedir();
  if (platform === 'win32') return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'threadline');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'threadline');
  return join(absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'threadline');
}

export const ARCHIVE_NAME = 'archive.db';

/** True if an archive exists. Does not load SQLite, which takes time. */
export function hasArchive(folder = dataFolder()): boolean {
  return existsSync(join(folder, ARCHIVE_NAME));
}

/** The standard says to ignore a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** Makes the folder, private to its owner. Refuses a link, which could lead anywhere. */
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

/** Writes a private file, whole or not at all, even across a loss of power. Throws the system's errors. */
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
