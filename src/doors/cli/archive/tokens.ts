import { createToken, tokenDigest } from '../../../fleet/gateway/index.ts';
import {
  addToken,
  FIRST_TENANT,
  findTenant,
  listTokens,
  revokeToken,
  type ServerDatabase,
  type TokenRow,
} from '../../../fleet/postgres/index.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ArchiveValues } from './command.ts';

/** `tokens add NAME`, `tokens list`, `tokens revoke NAME`. */
export async function tokens(
  database: ServerDatabase,
  [action = 'list', name]: readonly string[],
  values: ArchiveValues,
): Promise<ExitCode> {
  if (action !== 'list' && action !== 'add' && action !== 'revoke') {
    throw usageError(`tokens takes add, list or revoke, not '${action}'`, 'archive');
  }
  if ((action === 'list') !== (name === undefined)) {
    throw usageError(name === undefined ? `tokens ${action} wants a name` : 'tokens list takes no name', 'archive');
  }
  const isMade = action === 'add' && values['new-tenant'] === true;
  const tenant = await findTenant(database, values.tenant ?? FIRST_TENANT, isMade);
  if (name === undefined) return list(await listTokens(database, tenant), values.json === true);
  return action === 'add' ? add(database, tenant, name, values) : revoke(database, tenant, name);
}

/** The token is printed here and nowhere else: only its digest is kept. */
async function add(
  database: ServerDatabase,
  tenant: number,
  name: string,
  { owner, group }: ArchiveValues,
): Promise<ExitCode> {
  const token = createToken();
  try {
    await addToken(database, tenant, { name, hash: tokenDigest(token), owner, group });
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, 'archive');
    throw error;
  }
  report('this is shown once; whoever has it can send sessions in that name');
  return printOnce(`${token}\n`);
}

async function revoke(database: ServerDatabase, tenant: number, name: string): Promise<ExitCode> {
  if (await revokeToken(database, tenant, name)) return exitCodes.ok;
  throw new ExitError(exitCodes.environment, `there is no token '${name}' that is in use`);
}

const columns: readonly Column<TokenRow>[] = [
  { title: 'name', text: ({ name }) => name },
  { title: 'owner', text: ({ owner = '' }) => owner },
  { title: 'for', text: ({ group }) => (group ? 'group' : 'machine') },
  { title: 'made', text: ({ createdAt }) => localTime(createdAt.getTime()) },
  { title: 'last used', text: ({ seenAt }) => localTime(seenAt?.getTime()) },
  { title: 'revoked', text: ({ revokedAt }) => localTime(revokedAt?.getTime()) },
];

async function list(rows: readonly TokenRow[], isJson: boolean): Promise<ExitCode> {
  if (!isJson) return printOnce(rows.length === 0 ? 'no tokens\n' : `${renderTable(rows, columns, createScreen())}\n`);
  const tokens = rows.map(({ name, owner, group, createdAt, seenAt, revokedAt }) => ({
    name,
    owner: owner ?? null,
    group,
    created_at: createdAt.toISOString(),
    seen_at: seenAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
  return printOnce(`${createJsonEncoder({ forTerminal: true })({ tokens })}\n`);
}
