import { ThreadlineError } from '../errors.ts';

/** The code of a fault of the file system: `ENOENT`, `EACCES`, … */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** A fault of the file system as one of ours. */
export function fileError(error: unknown, path: string): ThreadlineError {
  if (error instanceof ThreadlineError) return error;
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new ThreadlineError('not-found', `no such file: ${path}`, { cause: error });
  if (code === 'EISDIR')
    return new ThreadlineError('is-a-directory', `a folder, not a file: ${path}`, { cause: error });
  return new ThreadlineError('unreadable', `cannot read ${path} (${code})`, { cause: error });
}
