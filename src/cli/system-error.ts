import { getSystemErrorMessage } from 'node:util';

/** An error of the operating system as Node throws it. */
interface SystemError extends Error {
  code: string;
  errno: number;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'errno' in error && typeof error.errno === 'number' && 'code' in error;
}

/** What went wrong, without the call and the path that Node's own message repeats. */
export function describeSystemError(error: unknown): string {
  if (isSystemError(error)) return getSystemErrorMessage(error.errno);
  return error instanceof Error ? error.message : String(error);
}
