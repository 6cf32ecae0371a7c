import { getSystemErrorMessage } from 'node:util';
import { ThreadlineError } from '../../errors.ts';

/** An error of the operating system as Node throws it. */
interface SystemError extends Error {
  code: string;
  errno: number;
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'code' in error;
}

/** Describes an error without the call and the path that Node's own message repeats. */
function describeSystemError(error: unknown): string {
  if (isSystemError(error)) return getSystemErrorMessage(error.errno);
  return error instanceof Error ? error.message : String(error);
}

/** An error of the operating system that nobody foresaw, as one sentence; undefined for any other error. */
export function systemFaultText(error: unknown): string | undefined {
  if (!isSystemError(error)) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return `${path}${describeSystemError(error)}`;
}

/** The error's name, by which the program recognises it. */
export const READER_GONE = 'ReaderGoneError';

/** The reader of our output has closed it. This is not a failure: the program ends quietly. */
class ReaderGoneError extends Error {
  override readonly name = READER_GONE;
}

/** Turns a failed write into the error that the program acts on. */
export function writeError(error: unknown, name: string): Error {
  if (isSystemError(error) && error.code === 'EPIPE') return new ReaderGoneError('nobody reads the output any more');
  const message = `cannot write to ${name}: ${describeSystemError(error)}`;
  return new ThreadlineError('write-failed', message, { cause: error });
}
