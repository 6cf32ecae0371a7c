import { readServerAddress } from '../../fleet/postgres/server-address.ts';
import { isTeamAddress } from '../../fleet/team/team-address.ts';
import { ExitError, exitCodes, usageError } from './exit.ts';

/** The server of `--archive` or `THREADLINE_ARCHIVE`, PostgreSQL or a team's; undefined for this machine. */
export function namedServer(command: string, given: string | undefined, takesTeam = true): string | undefined {
  const url = given ?? process.env.THREADLINE_ARCHIVE;
  if (url === undefined || url === '') return undefined;
  try {
    if (takesTeam && isTeamAddress(url)) return url;
    readServerAddress(url);
  } catch (error) {
    // The message does not show the address, which may hold a password.
    if (error instanceof TypeError) throw usageError(error.message, command);
    throw error;
  }
  return url;
}

/** The same for commands that take `--machine`, which without a server would choose nothing. */
export function askedServer(
  command: string,
  { archive, machine }: { archive?: string | undefined; machine?: string | undefined },
): string | undefined {
  const url = namedServer(command, archive);
  if (url === undefined && machine !== undefined)
    throw usageError('--machine is one of a server: name it by --archive or THREADLINE_ARCHIVE', command);
  return url;
}

/** The same for commands that require PostgreSQL itself. */
export function serverUrl(command: string, given: string | undefined): string {
  const url = namedServer(command, given, false);
  if (url === undefined) throw usageError(`${command} wants --archive postgres://…, or THREADLINE_ARCHIVE`, command);
  return url;
}

/** For commands that want texts as they were, which no server has: one sentence, before anything is asked. */
export function refuseServer(command: string, given: string | undefined, lacking: string): void {
  if (given !== undefined && namedServer(command, given) !== undefined)
    throw new ExitError(exitCodes.environment, `a server keeps redacted texts, which cannot tell ${lacking}`);
}
