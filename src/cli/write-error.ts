import { ThreadlineError } from '../errors.ts';
import { describeSystemError, isSystemError } from './system-error.ts';

/** The reader of our output has gone away. That is its right: the program ends quietly. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

/** Turns a failed write into what the program does about it. */
export function writeError(error: unknown, name: string): Error {
  if (isSystemError(error) && error.code === 'EPIPE') return new ReaderGoneError('nobody reads the output any more');
  const message = `cannot write to ${name}: ${describeSystemError(error)}`;
  return new ThreadlineError('write-failed', message, { cause: error });
}
