import type { StoredRow } from '../../archive/model/stored-row.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { noteOperator } from './operator-audit.ts';
import { noteObjectsOf, removeObjects } from './raw-objects.ts';
import { MONTHLY } from './schema.ts';
import { dropUnusedWords } from './words.ts';

/** A tenant's retention times, in days; undefined means for ever. */
export interface Retention {
  text?: number | undefined;
  raw?: number | undefined;
  usage?: number | undefined;
}

/** Data that is older than its retention. */
export interface Outdated {
  /** `text` is in blocks; `raw` is the bytes as they were sent. */
  what: 'text' | 'raw' | 'usage';
  /** The tenant; undefined for a month that is dropped whole, because everybody's rows in it are too old. */
  tenant?: string | undefined;
  /** `2026-08`; `undated` for data without a time that came long ago; empty for usage. */
  month: string;
  rows: number;
  /** The size of the whole month with its indexes. */
  bytes?: number | undefined;
}

interface Tenant {
  id: number;
  name: string;
  cuts: Record<'text' | 'raw' | 'usage', Date | undefined>;
}

interface Month {
  table: (typeof MONTHLY)[number];
  part: string;
  month: string;
  /** All data in it is older than this; undefined if times are not known. */
  until: Date | undefined;
}

const WHAT = { block: 'text', segment: 'raw' } as const;

/** What is under a legal hold stays, however old it is. `$1` is the tenant. */
const NOT_HELD = {
  block: 'session_id not in (select held_sessions($1))',
  segment: `source_id not in (select held_sources($1)
    union all select source_id from session_source where session_id in (select held_sessions($1)))`,
} as const;

/** Sets a tenant's retention. Fields that are not given stay as they are. */
export async function setRetention(database: ServerDatabase, tenant: number, retention: Retention): Promise<void> {
  const columns = { text: 'retain_text', raw: 'retain_raw', usage: 'retain_usage' } as const;
  await database.transaction({ role: 'owner', tenant }, async (queries) => {
    for (const name of ['text', 'raw', 'usage'] as const) {
      if (!(name in retention)) continue;
      const sql = `update tenant set ${columns[name]} = make_interval(days => $2) where id = $1`;
      await queries.run(sql, [tenant, retention[name]]);
    }
    const days = Object.entries(retention).map(([name, kept]) => `${name} ${kept ?? 'forever'}`);
    await noteOperator(queries, 'retention', days.join(', '));
  });
}

/** Drops a tenant's outdated data: whole months, else rows. Sessions stay without text. `isTrial` only reports. */
export async function retain(database: ServerDatabase, isTrial: boolean): Promise<Outdated[]> {
  const { outdated, tenants } = await database.transaction({ role: 'owner', timeoutMs: 0 }, async (queries) => {
    const tenants = (await queries.all(TENANTS)).map(tenantOf);
    const outdated: Outdated[] = [];
    for (const month of await listMonths(queries)) {
      for (const found of await retainMonth(queries, month, tenants, isTrial)) outdated.push(found);
    }
    if (!isTrial) await noteDropped(queries);
    for (const tenant of tenants) {
      const rows = await retainUsage(queries, tenant, isTrial);
      if (rows > 0) outdated.push({ what: 'usage', tenant: tenant.name, month: '', rows });
    }
    if (!isTrial) {
      await noteRetained(queries, tenants, outdated);
      await dropEndedLogins(queries);
    }
    return { outdated, tenants };
  });
  if (!isTrial) await removeObjects(database);
  const losing = outdated.filter(({ what, rows }) => what === 'text' && rows > 0).map(({ tenant }) => tenant);
  // Not in the same transaction: while a month is dropped nobody can read.
  for (const { id, name } of isTrial ? [] : tenants) {
    if (losing.includes(name) || losing.includes(undefined)) await dropUnusedWords(database, id);
  }
  return outdated;
}

/** Each login on each machine leaves a token an hour. The audit has their numbers. */
async function dropEndedLogins(queries: Queries): Promise<void> {
  // Tables of an earlier version have no people.
  if ((await queries.get("select to_regclass('team_token') as found"))?.found === null) return;
  await queries.run(`delete from team_token where kind <> 'added'
    and coalesce(revoked_at, greatest(expires_at, renew_until)) < now() - interval '30 days'`);
}

/** A row of the audit for each tenant that lost something, in the transaction that drops it. */
async function noteRetained(
  queries: Queries,
  tenants: readonly Tenant[],
  outdated: readonly Outdated[],
): Promise<void> {
  for (const { id, name, cuts } of tenants) {
    // A month that is dropped whole names no tenant: those lost it whose retention is over.
    const lost = outdated.filter(({ tenant, what, rows }) => rows > 0 && (tenant ?? (cuts[what] && name)) === name);
    if (lost.length === 0) continue;
    await queries.run("select set_config('threadline.tenant', $1, true)", [String(id)]);
    const parts = lost.map(({ what, month, rows, tenant }) =>
      [what, month, tenant === undefined ? 'whole' : `${rows} rows`].filter(Boolean).join(' '),
    );
    await noteOperator(queries, 'retain', parts.join(', '));
  }
}

/** Keeps another fold of a whole file from restoring data. Texts go by months: the rest of a month may return. */
async function noteDropped(queries: Queries): Promise<void> {
  await queries.run(`update tenant set text_dropped_until = month_start(now() - retain_text),
    usage_dropped_until = now() - retain_usage`);
}

const TENANTS = `select id, name, now() - retain_text as text, now() - retain_raw as raw, now() - retain_usage as usage
  from tenant order by name`;

function tenantOf(row: StoredRow): Tenant {
  const cut = (value: unknown) => (value instanceof Date ? value : undefined);
  const cuts = { text: cut(row.text), raw: cut(row.raw), usage: cut(row.usage) };
  return { id: Number(row.id), name: String(row.name), cuts };
}

async function listMonths(queries: Queries): Promise<Month[]> {
  const rows = await queries.all(
    `select parent.relname as parent, child.relname as part from pg_inherits
      join pg_class parent on parent.oid = inhparent join pg_class child on child.oid = inhrelid
      where parent.relnamespace = 'threadline'::regnamespace order by child.relname`,
  );
  return rows.flatMap((row): Month[] => {
    const table = MONTHLY.find((name) => name === row.parent);
    const part = String(row.part);
    const [, year = '', month] = /^(?:block|segment)_(\d{4})(?:_(\d\d))?$/.exec(part) ?? [];
    if (!table || year === '') return [];
    if (month === undefined) return [{ table, part, month: 'undated', until: undefined }];
    // The first day of the next month.
    return [{ table, part, month: `${year}-${month}`, until: new Date(Date.UTC(Number(year), Number(month), 1)) }];
  });
}

async function retainMonth(
  queries: Queries,
  { table, part, month, until }: Month,
  tenants: readonly Tenant[],
  isTrial: boolean,
): Promise<Outdated[]> {
  const what = WHAT[table];
  if (until === undefined) return table === 'block' ? retainUndated(queries, part, tenants, isTrial) : [];
  const isDue = ({ cuts }: Tenant) => (cuts[what]?.getTime() ?? 0) >= until.getTime();
  if (!tenants.some(isDue)) return [];
  const counts = await queries.all(`select tenant, count(*) as rows from ${part} group by tenant`);
  const rowsOf = new Map(counts.map((row) => [Number(row.tenant), Number(row.rows)]));
  const isFree = NOT_HELD[table];
  let held = 0;
  for (const { id } of tenants.filter(isDue)) {
    const count = await queries.get(`select count(*) as rows from ${part} where tenant = $1 and not (${isFree})`, [id]);
    held += Number(count?.rows);
    rowsOf.set(id, (rowsOf.get(id) ?? 0) - Number(count?.rows));
  }
  if (held === 0 && tenants.every((tenant) => isDue(tenant) || (rowsOf.get(tenant.id) ?? 0) === 0)) {
    const size = await queries.get('select pg_total_relation_size($1::regclass) as bytes', [`threadline.${part}`]);
    const rows = [...rowsOf.values()].reduce((sum, count) => sum + count, 0);
    if (!isTrial && table === 'segment') await noteObjectsOf(queries, part);
    if (!isTrial) await queries.run(`drop table ${part}`);
    return [{ what, month, rows, bytes: Number(size?.bytes) }];
  }
  const found: Outdated[] = [];
  for (const tenant of tenants) {
    const rows = rowsOf.get(tenant.id) ?? 0;
    if (rows === 0 || !isDue(tenant)) continue;
    if (!isTrial) await queries.run(`delete from ${part} where tenant = $1 and ${isFree}`, [tenant.id]);
    found.push({ what, tenant: tenant.name, month, rows });
  }
  return found;
}

/** Blocks without a time are as old as the file that was last seen with them. */
async function retainUndated(
  queries: Queries,
  part: string,
  tenants: readonly Tenant[],
  isTrial: boolean,
): Promise<Outdated[]> {
  const found: Outdated[] = [];
  for (const { id, name, cuts } of tenants) {
    if (!cuts.text) continue;
    const old = `from ${part} where tenant = $1 and session_id in (select session.id from session
      join source on source.id = session.source_id where session.tenant = $1 and source.seen_at < $2)
      and ${NOT_HELD.block}`;
    const count = await queries.get(`select count(*) as rows ${old}`, [id, cuts.text]);
    const rows = Number(count?.rows);
    if (rows === 0) continue;
    if (!isTrial) await queries.run(`delete ${old}`, [id, cuts.text]);
    found.push({ what: 'text', tenant: name, month: 'undated', rows });
  }
  return found;
}

async function retainUsage(queries: Queries, { id, cuts }: Tenant, isTrial: boolean): Promise<number> {
  if (!cuts.usage) return 0;
  const old = `from usage where tenant = $1 and at < $2 and ${NOT_HELD.block}`;
  if (!isTrial) return queries.run(`delete ${old}`, [id, cuts.usage]);
  return Number((await queries.get(`select count(*) as rows ${old}`, [id, cuts.usage]))?.rows);
}
