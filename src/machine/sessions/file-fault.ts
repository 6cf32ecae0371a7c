import { getSystemErrorMessage } from 'node:util';
import { ThreadlineError } from '../../errors.ts';

// Faults of files, each in one set of words, wherever it occurs.

/** The code of a file system error: `ENOENT`, `EACCES`, … */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

export function missingFile(name: string, cause?: unknown): ThreadlineError {
  return new ThreadlineError('not-found', `${name} does not exist`, { cause });
}

export function isDirectory(name: string): ThreadlineError {
  return new ThreadlineError('is-a-directory', `${name} is a directory`);
}

export function notRegularFile(name: string): ThreadlineError {
  return new ThreadlineError('unreadable', `${name} is not a regular file`);
}

/** Converts a file system error into a ThreadlineError. */
export function fileFault(error: unknown, name: string): ThreadlineError {
  if (error instanceof ThreadlineError) return error;
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return missingFile(name, error);
  if (code === 'EISDIR') return isDirectory(name);
  return new ThreadlineError('unreadable', `cannot read ${name}: ${systemMessage(error)}`, { cause: error });
}

/** The error message, without the call and the path that Node's own message repeats. */
export function systemMessage(error: unknown): string {
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') {
    return getSystemErrorMessage(error.errno) ?? errorCode(error);
  }
  return error instanceof Error ? error.message : String(error);
}
