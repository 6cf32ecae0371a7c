import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { ThreadlineError } from '../../../errors.ts';
import { errorCode } from '../file-fault.ts';
import { sessionAt } from '../homes.ts';
import { statOf } from '../scan-folders.ts';
import type { SessionFile } from '../store.ts';

/**
 * Which of the paths, none of which is among the files of a list, lead to nothing any more. A list may have looked elsewhere:
 * nothing is said of a session of a database that it did not read.
 */
export function goneFiles(paths: readonly string[], files: readonly SessionFile[]): string[] {
  const gone: string[] = [];
  /** By database: true if all of its sessions are among the files. */
  const areListed = new Map<string, boolean>();
  for (const path of paths) {
    const place = placeOf(path);
    if (place === 'nowhere') gone.push(path);
    if (place !== 'database') continue;
    const database = dirname(path);
    const isListed = areListed.get(database) ?? files.some(({ realPath }) => dirname(realPath) === database);
    // One that is still there shows that nobody looked: the others are not asked for.
    const isGone = isListed || (!areListed.has(database) && !isThere(path));
    if (isGone) gone.push(path);
    if (isListed || !isGone) areListed.set(database, isListed);
  }
  return gone;
}

/** A session of a database lies below a file. */
function placeOf(path: string): 'file' | 'database' | 'nowhere' {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })) return 'file';
  } catch (error) {
    // Whatever cannot be looked at may be there.
    if (errorCode(error) !== 'ENOTDIR') return 'file';
  }
  return statOf(dirname(path))?.isFile() ? 'database' : 'nowhere';
}

function isThere(path: string): boolean {
  try {
    return sessionAt(path, {}) !== undefined;
  } catch (error) {
    if (error instanceof ThreadlineError) return true;
    throw error;
  }
}
