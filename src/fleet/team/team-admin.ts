import { ThreadlineError } from '../../errors.ts';
import { createToken, tokenDigest } from '../gateway/token.ts';
import { addToken, type ServerDatabase } from '../postgres/index.ts';
import { noteOperator } from '../postgres/operator-audit.ts';
import { TEAM_NAME, type TokenScope } from '../postgres/team-reader.ts';

// What an operator does with the owner's login. Each change is a row of the audit.

/** A token for a program: what it may, until when, and which teams' sessions it sees besides those of everybody. */
export interface NewTeamToken {
  name: string;
  scope: TokenScope;
  seconds: number;
  teams?: readonly string[] | undefined;
  /** The address of the server that it is for. */
  audience: string;
}

/** The token is returned here and nowhere else: only its digest is kept. */
export async function addTeamToken(database: ServerDatabase, tenant: number, wanted: NewTeamToken): Promise<string> {
  const { name, scope, seconds, teams = [], audience } = wanted;
  if (!/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/.test(name))
    throw new TypeError('the name of a token has at most 64 letters, digits and . _ @ + -');
  if (!teams.every((team) => TEAM_NAME.test(team))) throw new TypeError('--team takes the name of a team');
  const token = createToken();
  if (scope === 'push') {
    await addToken(database, tenant, { name, hash: tokenDigest(token), group: true, seconds });
    return token;
  }
  await database.transaction({ role: 'owner', tenant }, async (queries) => {
    const row = await queries.get("select team_add_token(null, $1, $2, $3, 'added', $4, $5, $6, null, null) as id", [
      name,
      tokenDigest(token),
      audience,
      [scope],
      teams,
      seconds,
    ]);
    await noteOperator(queries, 'token added', `${row?.id} ${scope}`);
  });
  return token;
}

/** Refuses a login that does not own the tables, such as the server's own, which finds nothing in them. */
export async function checkOwner(database: ServerDatabase): Promise<void> {
  const row = await database.transaction({ role: 'owner', readOnly: true }, (queries) =>
    queries.get("select pg_has_role(nspowner, 'usage') as owns from pg_namespace where nspname = 'threadline'"),
  );
  if (row?.owns === false)
    throw new ThreadlineError(
      'refused',
      'this is for the owner of the tables, not for the login of a server or a reader',
    );
}

export interface TeamTokenRow {
  name: string;
  scopes: string[];
  audience: string;
  expiresAt: Date;
  revokedAt: Date | undefined;
}

export async function listTeamTokens(database: ServerDatabase, tenant: number): Promise<TeamTokenRow[]> {
  const sql = `select name, scopes, audience, expires_at, revoked_at from team_token
    where tenant = $1 and kind = 'added'
    union all select name, array['push'], '', expires_at, revoked_at from token where tenant = $1 and expires_at is not null
    order by name, expires_at`;
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all(sql, [tenant]),
  );
  return rows.map((row) => ({
    name: String(row.name),
    scopes: Array.isArray(row.scopes) ? row.scopes.map(String) : [],
    audience: String(row.audience),
    expiresAt: row.expires_at instanceof Date ? row.expires_at : new Date(0),
    revokedAt: row.revoked_at instanceof Date ? row.revoked_at : undefined,
  }));
}

/** Returns how many there were of this name. */
export function revokeTeamToken(database: ServerDatabase, tenant: number, name: string): Promise<number> {
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const sql = `update team_token set revoked_at = now() where tenant = $1 and name = $2 and kind = 'added' and revoked_at is null`;
    const push = `update token set revoked_at = now() where tenant = $1 and name = $2 and expires_at is not null and revoked_at is null`;
    const count = (await queries.run(sql, [tenant, name])) + (await queries.run(push, [tenant, name]));
    if (count > 0) await noteOperator(queries, 'token revoked', String(count));
    return count;
  });
}

export interface PersonRow {
  id: number;
  issuer: string;
  sub: string;
  name: string | undefined;
  email: string | undefined;
  seenAt: Date | undefined;
  revokedAt: Date | undefined;
}

export async function listPeople(database: ServerDatabase, tenant: number): Promise<PersonRow[]> {
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all('select * from person where tenant = $1 order by id', [tenant]),
  );
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const date = (value: unknown) => (value instanceof Date ? value : undefined);
  return rows.map((row) => ({
    id: Number(row.id),
    issuer: String(row.issuer),
    sub: String(row.sub),
    name: text(row.name),
    email: text(row.email),
    seenAt: date(row.seen_at),
    revokedAt: date(row.revoked_at),
  }));
}

const MEANT = `tenant = $1 and ('#' || id = $2 or sub = $2)`;

/** From the commit on no token of the person counts, neither to read nor to send. `who`: a subject, or `#` and a number. */
export function revokePerson(database: ServerDatabase, tenant: number, who: string): Promise<number> {
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const sql = `update person set revoked_at = now() where ${MEANT} and revoked_at is null returning id`;
    const rows = await queries.all(sql, [tenant, who]);
    for (const { id } of rows) await noteOperator(queries, 'person revoked', String(id));
    return rows.length;
  });
}

/** Lets a person who was revoked log in again, on each machine: a token of before may be why they were revoked. */
export function restorePerson(database: ServerDatabase, tenant: number, who: string): Promise<number> {
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const sql = `update person set revoked_at = null where ${MEANT} and revoked_at is not null returning id`;
    const rows = await queries.all(sql, [tenant, who]);
    const theirs = 'where tenant = $1 and person_id = any($2::bigint[])';
    const which = [tenant, rows.map(({ id }) => id)];
    await queries.run(`delete from team_device ${theirs}`, which);
    await queries.run(`update team_token set revoked_at = now() ${theirs} and revoked_at is null`, which);
    await queries.run(`update token set revoked_at = now() ${theirs} and revoked_at is null`, which);
    for (const { id } of rows) await noteOperator(queries, 'person restored', String(id));
    return rows.length;
  });
}
