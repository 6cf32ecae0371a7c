import { ThreadlineError } from '../../../errors.ts';
import { type Visibility, visibilities } from '../../../fleet/postgres/team-reader.ts';
import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import { findArchived } from '../archive/find-archived.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { openTeamStore } from '../remote/team-login.ts';
import { terminalLine } from '../terminal-text.ts';
import type { TeamValues } from './command.ts';

/** Takes the owner's word back. */
const BY_RULE = 'rule';
const WORDS = [...visibilities, BY_RULE];

/** `visibility`, with the login of the session's owner. */
export async function setVisibility(
  [session, who, ...rest]: readonly string[],
  address: string,
  values: TeamValues,
): Promise<ExitCode> {
  const isByRule = who === BY_RULE;
  if (isByRule && values.usage !== undefined)
    throw usageError('visibility SESSION rule is for texts and figures', 'team');
  const chosen = {
    text: isByRule ? undefined : parseWho('visibility', WORDS, who),
    usage: parseWho('--usage', visibilities, values.usage),
  };
  const isSaid = isByRule || (chosen.text ?? chosen.usage) !== undefined;
  if (session === undefined || rest.length > 0 || !isSaid)
    throw usageError(`visibility takes SESSION and ${WORDS.join(', ')}`, 'team');
  if (!isTeamAddress(address)) throw usageError('visibility wants --archive https://HOST, a team server', 'team');
  const store = openTeamStore(address);
  const key = await findArchived(store, session);
  try {
    await (isByRule ? store.clearVisibility(key) : store.setVisibility(key, chosen));
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    throw new ExitError(exitCodes.environment, 'only the owner of a session says who sees it');
  }
  const told = Object.entries(chosen).flatMap(([name, given]) => (given === undefined ? [] : [`${name} ${given}`]));
  return printOnce(`${terminalLine(`${key.agent}:${key.threadId}`)}: ${isByRule ? 'by the rules' : told.join(', ')}\n`);
}

function parseWho(option: string, words: readonly string[], given: string | undefined): Visibility | undefined {
  if (given === undefined) return undefined;
  const known = visibilities.find((name) => name === given);
  if (known === undefined) throw usageError(`${option} takes ${words.join(', ')}, not '${given}'`, 'team');
  return known;
}
