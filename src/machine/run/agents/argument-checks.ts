import { isCommandId } from '../../../core/text/command-words.ts';

/** Checks of command line arguments for agents. A wrong value is a TypeError before anything starts. */

/** Checks names by a pattern. Nothing that matches may be taken for an option. */
export function nameCheck(pattern: RegExp): (what: string, value: string) => string {
  return (what, value) => {
    if (pattern.test(value)) return value;
    throw new TypeError(`not a ${what}: ${JSON.stringify(value.slice(0, 200))}`);
  };
}

/** The id of a session that is gone on with. */
export function sessionId(id: string): string {
  if (isCommandId(id)) return id;
  throw new TypeError(`not a session id: ${JSON.stringify(id.slice(0, 200))}`);
}

export function oneOf(option: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw new TypeError(`${option} is one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
}

export function notEmpty(option: string, path: string): string {
  if (path === '') throw new TypeError(`${option} is an empty path`);
  return path;
}

/** An argument cannot hold a NUL. */
export function withoutNul(args: string[]): string[] {
  if (args.some((argument) => argument.includes('\0'))) throw new TypeError('an option holds a NUL character');
  return args;
}
