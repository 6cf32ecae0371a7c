import { readServerAddress } from '../archive/postgres/server-address.ts';
import { usageError } from './exit.ts';

/** What `--archive` names, or `THREADLINE_ARCHIVE`: a server. Here nothing else can be meant. */
export function serverUrl(command: string, given: string | undefined): string {
  const url = given ?? process.env.THREADLINE_ARCHIVE;
  if (url === undefined || url === '') {
    throw usageError(`${command} wants --archive postgres://…, or THREADLINE_ARCHIVE`, command);
  }
  try {
    readServerAddress(url);
  } catch (error) {
    // It says what is wrong without showing the address, which may hold a password.
    if (error instanceof TypeError) throw usageError(error.message, command);
    throw error;
  }
  return url;
}
