import { ThreadlineError } from '../../errors.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { noteOperator } from './operator-audit.ts';

/** The token that a device sends sessions with: a machine's, or that of a group whose machines name themselves. */
export interface NewToken {
  name: string;
  /** SHA-256 of the token. Nothing else of it is kept. */
  hash: Uint8Array;
  owner?: string | undefined;
  group?: boolean | undefined;
  /** How long it counts; for ever by default. */
  seconds?: number | undefined;
}

export interface TokenRow {
  name: string;
  owner: string | undefined;
  group: boolean;
  createdAt: Date;
  /** The time of its last use, to a minute. */
  seenAt: Date | undefined;
  revokedAt: Date | undefined;
}

/** Part of the names of machines in a group: `ci/run-17`. */
const GROUP_SEPARATOR = '/';
const TOKEN_NAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/;

/** The number of a tenant, by its name. With `make`, a missing one is created. */
export async function findTenant(database: ServerDatabase, name: string, make = false): Promise<number> {
  return database.transaction({ role: 'owner' }, async (queries) => {
    if (make) await queries.run('insert into tenant(name) values ($1) on conflict do nothing', [name]);
    const row = await queries.get('select id from tenant where name = $1', [name]);
    if (row) return Number(row.id);
    throw new ThreadlineError('not-found', `the archive has no tenant of the name '${name}'`);
  });
}

/** Throws a TypeError for an invalid name, and `busy` if a token of that name is in use. */
export async function addToken(database: ServerDatabase, tenant: number, token: NewToken): Promise<void> {
  const { name, owner, hash, group = false, seconds } = token;
  if (!TOKEN_NAME.test(name)) {
    const rule = 'the name of a token has at most 64 letters, digits and . _ @ + -, and begins with one of the first';
    throw new TypeError(rule);
  }
  await database.transaction({ role: 'owner', tenant }, async (queries) => {
    await queries.run("select pg_advisory_xact_lock(hashtext('threadline token'))");
    const inUse =
      'select 1 from token where tenant = $1 and name = $2 and revoked_at is null and (expires_at is null or expires_at > now())';
    const used = await queries.get(inUse, [tenant, name]);
    if (used) throw new ThreadlineError('busy', `a token of the name '${name}' is in use; revoke it first`);
    const values = [tenant, name, owner, Buffer.from(hash), group, seconds];
    const row = await queries.get(
      `insert into token(tenant, name, owner, hash, many, expires_at)
        values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) returning id`,
      values,
    );
    await noteOperator(queries, 'token added', `${row?.id} push`);
  });
}

export async function listTokens(database: ServerDatabase, tenant: number): Promise<TokenRow[]> {
  const sql =
    'select name, owner, many, created_at, seen_at, revoked_at from token where tenant = $1 order by name, id';
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all(sql, [tenant]),
  );
  return rows.map((row) => ({
    name: String(row.name),
    owner: typeof row.owner === 'string' ? row.owner : undefined,
    group: row.many === true,
    createdAt: dateOf(row.created_at) ?? new Date(0),
    seenAt: dateOf(row.seen_at),
    revokedAt: dateOf(row.revoked_at),
  }));
}

/** Revokes a token. After the commit no gateway takes anything by it. Returns whether there was one. */
export async function revokeToken(database: ServerDatabase, tenant: number, name: string): Promise<boolean> {
  const sql = 'update token set revoked_at = now() where tenant = $1 and name = $2 and revoked_at is null returning id';
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const revoked = await queries.all(sql, [tenant, name]);
    for (const { id } of revoked) await noteOperator(queries, 'token revoked', `${id} push`);
    return revoked.length > 0;
  });
}

/** Looks up a token's machine every time, so that a revoked token fails at once. A new machine is created. */
export async function findMachine(
  database: ServerDatabase,
  hash: Uint8Array,
  name: string | undefined,
): Promise<{ tenant: number; id: string; epoch: string; policy: string } | undefined> {
  return database.transaction({ role: 'gateway' }, async (queries) => {
    // The rest of the transaction sees the rows of the token's tenant.
    const token = await queries.get(
      `select id, tenant, name, owner, many, current_epoch() as epoch, policy_version(tenant) as policy,
        set_config('threadline.tenant', tenant::text, true) from token_of($1)`,
      [Buffer.from(hash)],
    );
    if (!token) return undefined;
    const tenant = Number(token.tenant);
    const own = String(token.name);
    const machine = token.many === true && name !== undefined ? `${own}${GROUP_SEPARATOR}${name}` : own;
    const known = await machineRow(queries, tenant, machine);
    if (!known || known.token_id !== token.id || known.is_old === true) await noteMachine(queries, token, machine);
    const row = known ?? (await machineRow(queries, tenant, machine));
    return { tenant, id: String(row?.id), epoch: String(token.epoch), policy: String(token.policy ?? '0') };
  });
}

function machineRow(queries: Queries, tenant: number, name: string) {
  return queries.get(
    `select id, token_id, seen_at is null or seen_at < now() - interval '1 minute' as is_old
      from machine where tenant = $1 and name = $2`,
    [tenant, name],
  );
}

/** Runs once a minute, or when a machine comes with another token: its rows stay its own. */
async function noteMachine(queries: Queries, token: Record<string, unknown>, name: string): Promise<void> {
  await queries.run(
    `insert into machine(tenant, token_id, name, owner, seen_at) values ($1, $2, $3, $4, now())
      on conflict (tenant, name) do update set token_id = excluded.token_id, owner = excluded.owner, seen_at = now()`,
    [token.tenant, token.id, name, token.owner],
  );
  await queries.run('update token set seen_at = now() where id = $1', [token.id]);
}

function dateOf(value: unknown): Date | undefined {
  return value instanceof Date ? value : undefined;
}
