import { randomUUID } from 'node:crypto';
import type { SessionKey } from '../../archive/model/session-row.ts';
import { ThreadlineError } from '../../errors.ts';
import type { AnnotationKeeper } from '../../machine/sessions/annotations/annotation-keeper.ts';
import { Refusal } from '../gateway/refusal.ts';
import { checkVersion, type Queries, type ServerDatabase } from '../postgres/index.ts';
import { cleanOrNull } from '../postgres/postgres-raw-store.ts';
import type { TeamReader } from '../postgres/team-reader.ts';
import { createFairShares } from './fair-share.ts';
import { createPersonKeeper } from './person-keeper.ts';
import { createSeal } from './seal.ts';
import { createTeamStore, type TeamStore } from './team-store.ts';

/** Whoever holds a token that counts. */
export interface Principal {
  token: string;
  tenant: number;
  reader: TeamReader;
  name: string;
  person: { issuer: string; sub: string; name: string | null; email: string | null } | undefined;
  scopes: readonly string[];
  expiresAt: Date;
}

/** What is noted of an action: who, from where, and what. */
export interface AuditEntry {
  tenant: number;
  principal?: Principal | undefined;
  /** A person who has no token yet. */
  person?: number | undefined;
  address: string;
  action: string;
  session?: SessionKey | undefined;
  /** Ids and numbers, never texts. */
  detail?: string | undefined;
}

/** The archive as a team server uses it. */
export interface TeamAccess {
  /** Asked for each request: what is revoked counts no more. */
  find(digest: Uint8Array): Promise<Principal | undefined>;
  /** What the principal sees. Each reading is noted before it is answered. */
  storeOf(principal: Principal, address: string): Promise<TeamStore>;
  /** What the principal noted about sessions. */
  notesOf(principal: Principal): AnnotationKeeper;
  /** With `queries`, in their transaction: what is done and its row are there together, or neither. */
  note(entry: AuditEntry, queries?: Queries): Promise<void>;
  /** The secret of the archive, of which seals are made. */
  secretOf(tenant: number): Promise<Uint8Array>;
  /** The end of this process's chain. Kept elsewhere, it shows that later rows are missing. */
  head(): { server: string; n: string; hash: string } | undefined;
}

/** A session that is read page by page is noted once in this time. */
const NOTED_MS = 5 * 60_000;
const MOST_NOTED = 10_000;

/** Connections that one reader uses at a time: a quarter of those of all. */
const SHARE = 3;

/** `audience`: the server's own address. Tokens of another one do not count here. */
export function createTeamAccess(database: ServerDatabase, audience: string): TeamAccess {
  const shareOf = createFairShares(database, SHARE);
  const server = randomUUID();
  let head: ReturnType<TeamAccess['head']>;
  const secrets = new Map<number, Promise<Uint8Array>>();
  const noted = new Map<string, number>();

  async function note(entry: AuditEntry, within?: Queries): Promise<void> {
    const { tenant, principal, address, action, session, detail, person } = entry;
    const values = [
      server,
      principal?.reader.person || person || null,
      principal?.token ?? null,
      address,
      action,
      cleanOrNull(session?.agent),
      cleanOrNull(session?.threadId),
      detail ?? null,
    ];
    const add = (queries: Queries) =>
      queries.get("select n::text, encode(hash, 'hex') as hash from note_team($1, $2, $3, $4, $5, $6, $7, $8)", values);
    try {
      const row = within ? await add(within) : await database.transaction({ role: 'team', tenant }, add);
      head = { server, n: String(row?.n), hash: String(row?.hash) };
    } catch (error) {
      throw new Refusal(503, { error: 'audit' }, 5, error);
    }
  }

  /** Pages of one session are one reading. */
  async function noteOnce(entry: AuditEntry & { session: SessionKey }): Promise<void> {
    const { principal, action, session } = entry;
    const name = JSON.stringify([principal?.token, action, session.agent, session.threadId]);
    const before = noted.get(name);
    if (before !== undefined && performance.now() - before < NOTED_MS) return;
    await note(entry);
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.set(name, performance.now());
  }

  function secretOf(tenant: number): Promise<Uint8Array> {
    const asked = secrets.get(tenant) ?? readSecret(database, tenant);
    secrets.set(tenant, asked);
    asked.catch(() => secrets.delete(tenant));
    return asked;
  }

  return {
    note,
    secretOf,
    head: () => head,
    notesOf: ({ tenant, reader }) => createPersonKeeper(database, tenant, reader),
    find: (digest) => findPrincipal(database, digest, audience),
    async storeOf(principal, address) {
      const { tenant, reader } = principal;
      const entry = { tenant, principal, address };
      return createTeamStore({
        database: shareOf(reader.person === 0 ? `token ${principal.token}` : `${tenant} ${reader.person}`),
        tenant,
        reader,
        seal: createSeal(await secretOf(tenant), 'cursors'),
        note: (action, session) =>
          session ? noteOnce({ ...entry, action, session }) : note({ ...entry, action, session }),
        noteChoice: (session, detail, queries) => note({ ...entry, action: 'visibility', session, detail }, queries),
      });
    },
  };
}

async function readSecret(database: ServerDatabase, tenant: number): Promise<Uint8Array> {
  const row = await database.transaction({ role: 'team', tenant }, (queries) =>
    queries.get('select team_key() as key'),
  );
  if (row?.key instanceof Uint8Array) return row.key;
  throw new ThreadlineError('damaged', 'the archive has no secret to seal with');
}

async function findPrincipal(
  database: ServerDatabase,
  digest: Uint8Array,
  audience: string,
): Promise<Principal | undefined> {
  const row = await database.transaction({ role: 'team', readOnly: true }, (queries) =>
    queries.get('select * from team_token_of($1, $2)', [Buffer.from(digest), audience]),
  );
  if (!row) return undefined;
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  const scopes = texts(row.scopes);
  const hasPerson = row.person_id !== null;
  return {
    token: String(row.id),
    tenant: Number(row.tenant),
    name: String(row.name),
    reader: {
      person: hasPerson ? Number(row.person_id) : 0,
      teams: texts(row.teams),
      admin: row.admin === true,
      text: scopes.includes('text'),
    },
    person: hasPerson
      ? { issuer: String(row.issuer), sub: String(row.sub), name: textOrNull(row.name), email: textOrNull(row.email) }
      : undefined,
    scopes,
    expiresAt: row.expires_at instanceof Date ? row.expires_at : new Date(0),
  };
}

const RIGHTS = `select rolsuper or rolbypassrls or pg_has_role(rolname, (select nspowner from pg_namespace where nspname = 'threadline'), 'member')
  as is_mighty from pg_roles where rolname = session_user`;

/** Refuses a login that the walls of the database do not hold. */
export async function checkTeamLogin(database: ServerDatabase): Promise<void> {
  await checkVersion(database, 'team');
  const row = await database.transaction({ role: 'team', readOnly: true }, (queries) => queries.get(RIGHTS));
  if (row?.is_mighty === false) return;
  const make = "create role NAME login password '…' in role threadline_team, threadline_gateway";
  throw new ThreadlineError('refused', `a team server needs a login of its own, which owns nothing: \`${make}\``);
}
