import { connect, findTenant, type ServerDatabase } from '../../../fleet/postgres/index.ts';
import { isTeamAddress } from '../../../fleet/team/team-address.ts';
import {
  addTeamToken,
  checkOwner,
  listPeople,
  listTeamTokens,
  type PersonRow,
  restorePerson,
  revokePerson,
  revokeTeamToken,
  type TeamTokenRow,
} from '../../../fleet/team/team-admin.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import { type TeamValues, tenantOf } from './command.ts';
import { expirySeconds } from './expiry-seconds.ts';
import { manageEnrolments } from './manage-enrolments.ts';

/** `people`, `tokens` and `enrol`, with the login of the owner of the tables. */
export async function manageTeam(
  what: 'people' | 'tokens' | 'enrol',
  [action = 'list', name, ...rest]: readonly string[],
  url: string,
  values: TeamValues,
): Promise<ExitCode> {
  const actions = what === 'people' ? ['list', 'revoke', 'restore'] : ['list', 'add', 'revoke'];
  if (!actions.includes(action)) throw usageError(`${what} takes ${actions.join(', ')}, not '${action}'`, 'team');
  if ((action === 'list') !== (name === undefined) || rest.length > 0)
    throw usageError(action === 'list' ? `${what} list takes no name` : `${what} ${action} wants one name`, 'team');
  const database = await connect({ url, connections: 1 });
  try {
    await checkOwner(database);
    const tenant = await findTenant(database, tenantOf(values));
    if (what === 'people')
      return name === undefined ? await people(database, tenant, values) : await change(database, tenant, action, name);
    if (what === 'enrol') return await manageEnrolments(database, tenant, action, name, values);
    if (name === undefined) return await tokens(database, tenant, values);
    if (action === 'add') return await addOne(database, tenant, name, values);
    if ((await revokeTeamToken(database, tenant, name)) > 0) return exitCodes.ok;
    throw new ExitError(exitCodes.environment, `there is no token '${name}' that is in use`);
  } finally {
    await database.close();
  }
}

async function addOne(database: ServerDatabase, tenant: number, name: string, values: TeamValues): Promise<ExitCode> {
  const { scope, team: teams, 'public-url': publicUrl } = values;
  if (scope !== 'push' && scope !== 'usage' && scope !== 'text')
    throw usageError('tokens add wants --scope push, usage or text', 'team');
  if (scope === 'push' && teams !== undefined) throw usageError('a token that sends sees no team: --team', 'team');
  const isAddress = publicUrl !== undefined && isTeamAddress(publicUrl);
  if (scope !== 'push' && !isAddress) throw usageError('tokens add wants --public-url https://HOST', 'team');
  const seconds = expirySeconds(values);
  if (seconds === undefined) throw usageError('tokens add wants --expires 90d', 'team');
  const audience = isAddress ? new URL(publicUrl).origin : '';
  try {
    const wanted = { name, scope, teams, audience, seconds } as const;
    const token = await addTeamToken(database, tenant, wanted);
    report('this is shown once; THREADLINE_TOKEN takes it');
    return await printOnce(`${token}\n`);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, 'team');
    throw error;
  }
}

async function change(database: ServerDatabase, tenant: number, action: string, who: string): Promise<ExitCode> {
  const isRestored = action === 'restore';
  const count = await (isRestored ? restorePerson : revokePerson)(database, tenant, who);
  if (count > 0) return exitCodes.ok;
  const state = isRestored ? 'was revoked' : 'has access';
  throw new ExitError(exitCodes.environment, `there is no person '${who}' who ${state}`);
}

const peopleColumns: readonly Column<PersonRow>[] = [
  { title: '#', text: ({ id }) => `#${id}` },
  { title: 'subject', text: ({ sub }) => sub },
  { title: 'name', text: ({ name = '' }) => name },
  { title: 'e-mail', text: ({ email = '' }) => email },
  { title: 'last login', text: ({ seenAt }) => localTime(seenAt?.getTime()) },
  { title: 'revoked', text: ({ revokedAt }) => localTime(revokedAt?.getTime()) },
];

async function people(database: ServerDatabase, tenant: number, { json }: TeamValues): Promise<ExitCode> {
  const rows = await listPeople(database, tenant);
  if (!json)
    return printOnce(
      rows.length === 0 ? 'nobody has logged in\n' : `${renderTable(rows, peopleColumns, createScreen())}\n`,
    );
  const told = rows.map(({ id, issuer, sub, name, email, seenAt, revokedAt }) => ({
    id,
    issuer,
    sub,
    name: name ?? null,
    email: email ?? null,
    seen_at: seenAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
  return printOnce(`${createJsonEncoder({ forTerminal: true })({ people: told })}\n`);
}

const tokenColumns: readonly Column<TeamTokenRow>[] = [
  { title: 'name', text: ({ name }) => name },
  { title: 'for', text: ({ scopes }) => scopes.join(', ') },
  { title: 'server', text: ({ audience }) => audience },
  { title: 'until', text: ({ expiresAt }) => localTime(expiresAt.getTime()) },
  { title: 'revoked', text: ({ revokedAt }) => localTime(revokedAt?.getTime()) },
];

async function tokens(database: ServerDatabase, tenant: number, { json }: TeamValues): Promise<ExitCode> {
  const rows = await listTeamTokens(database, tenant);
  if (!json)
    return printOnce(rows.length === 0 ? 'no tokens\n' : `${renderTable(rows, tokenColumns, createScreen())}\n`);
  const told = rows.map(({ name, scopes, audience, expiresAt, revokedAt }) => ({
    name,
    scopes,
    audience,
    expires_at: expiresAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
  return printOnce(`${createJsonEncoder({ forTerminal: true })({ tokens: told })}\n`);
}
