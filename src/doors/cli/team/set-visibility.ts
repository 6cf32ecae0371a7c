import { ThreadlineError } from '../../../errors.ts';
import { type Visibility, visibilities } from '../../../fleet/postgres/team-reader.ts';
import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import { findArchived } from '../archive/find-archived.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { openTeamStore } from '../remote/team-login.ts';
import { terminalLine } from '../terminal-text.ts';
import type { TeamValues } from './command.ts';

/** `visibility`, with the login of the session's owner. */
export async function setVisibility(
  [session, who, ...rest]: readonly string[],
  address: string,
  values: TeamValues,
): Promise<ExitCode> {
  const chosen = { text: parseWho(who), usage: parseWho(values.usage) };
  if (session === undefined || rest.length > 0 || (chosen.text ?? chosen.usage) === undefined)
    throw usageError(`visibility takes SESSION and ${visibilities.join(', ')}`, 'team');
  if (!isTeamAddress(address)) throw usageError('visibility wants --archive https://HOST, a team server', 'team');
  const store = openTeamStore(address);
  const key = await findArchived(store, session);
  try {
    await store.setVisibility(key, chosen);
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    throw new ExitError(exitCodes.environment, 'only the owner of a session says who sees it');
  }
  const told = Object.entries(chosen).flatMap(([name, given]) => (given === undefined ? [] : [`${name} ${given}`]));
  return printOnce(`${terminalLine(`${key.agent}:${key.threadId}`)}: ${told.join(', ')}\n`);
}

function parseWho(given: string | undefined): Visibility | undefined {
  if (given === undefined) return undefined;
  const known = visibilities.find((name) => name === given);
  if (known === undefined) throw usageError(`visibility takes ${visibilities.join(', ')}, not '${given}'`, 'team');
  return known;
}
