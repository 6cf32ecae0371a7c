import { usageError } from './exit.ts';

/** What `--archive` names, or `THREADLINE_ARCHIVE`: a server. Here nothing else can be meant. */
export function serverUrl(command: string, given: string | undefined): string {
  const url = given ?? process.env.THREADLINE_ARCHIVE;
  if (url === undefined || url === '') {
    throw usageError(`${command} wants --archive postgres://…, or THREADLINE_ARCHIVE`, command);
  }
  // Not shown: it may hold a password.
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw usageError('--archive is the address of a PostgreSQL: postgres://…', command);
  return url;
}
