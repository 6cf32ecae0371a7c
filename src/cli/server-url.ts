import { usageError } from './exit.ts';

/** The server that `--archive` names, or `THREADLINE_ARCHIVE`; undefined for this machine. */
export function namedServer(command: string, given: string | undefined): string | undefined {
  const url = given ?? process.env.THREADLINE_ARCHIVE;
  if (url === undefined || url === '') return undefined;
  // Not shown: it may hold a password.
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw usageError('--archive is the address of a PostgreSQL: postgres://…', command);
  return url;
}

/** The same where nothing but a server can be meant. */
export function serverUrl(command: string, given: string | undefined): string {
  const url = namedServer(command, given);
  if (url === undefined) throw usageError(`${command} wants --archive postgres://…, or THREADLINE_ARCHIVE`, command);
  return url;
}
