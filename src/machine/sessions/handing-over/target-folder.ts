import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { errorCode, systemMessage } from '../file-fault.ts';
import type { Home } from '../store.ts';

/** A private folder, as the agents make theirs. */
const OWNER_ONLY = 0o700;

/** The folder below a home. Makes it if missing, unless only asked for. No link may lead out of the home. */
export function targetFolder(home: Home, names: readonly string[], isToBeMade: boolean): string {
  let folder = home.realPath;
  for (const name of names) {
    checkName(name);
    const next = join(folder, name);
    if (guardWriting(next, () => lstatSync(next, { throwIfNoEntry: false }))) folder = realFolderIn(home, next);
    else {
      if (isToBeMade) guardWriting(next, () => make(next));
      folder = next;
    }
  }
  return folder;
}

/** Names come from paths and lists of the machine. One that is a path itself would lead elsewhere. */
export function checkName(name: string): void {
  if (name !== '' && name !== '.' && name !== '..' && !/[\\/\0]/.test(name)) return;
  throw new ThreadlineError('write-failed', `${JSON.stringify(name.slice(0, 100))} is no name of a file`);
}

function realFolderIn(home: Home, path: string): string {
  const realPath = guardWriting(path, () => realpathSync(path));
  if (!realPath.startsWith(home.realPath.endsWith(sep) ? home.realPath : home.realPath + sep))
    throw new ThreadlineError('write-failed', `${path} leads out of ${home.path}; nothing is written there`);
  if (!lstatSync(realPath).isDirectory()) throw new ThreadlineError('write-failed', `${path} is no folder`);
  return realPath;
}

function make(path: string): void {
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    // Another hand-over may have made it.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Converts file system errors into a ThreadlineError `write-failed`. */
export function guardWriting<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    throw new ThreadlineError('write-failed', `cannot write to ${path}: ${systemMessage(error)}`, { cause: error });
  }
}
