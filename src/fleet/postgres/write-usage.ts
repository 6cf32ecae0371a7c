import { isLineKey } from '../../archive/folding/usage-facts.ts';
import type { StoredRow } from '../../archive/model/stored-row.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { Queries } from './connect.ts';
import { clean, cleanOrNull } from './postgres-raw-store.ts';

/** The owner of the requests. */
export interface UsageOwner {
  tenant: number;
  session: string;
  machine: string;
}

/** The columns of a request, with types and values. A request is rewritten if any of its values changed. */
const COLUMNS: Readonly<Record<string, { type: string; of(request: NamedRequest): string | number | boolean | null }>> =
  {
    agent: { type: 'text', of: ({ row }) => clean(row.agent) },
    thread_id: { type: 'text', of: ({ row }) => clean(row.threadId) },
    scope: { type: 'text', of: ({ scope }) => scope },
    key: { type: 'text', of: ({ key }) => key },
    // Milliseconds since 1970.
    at: { type: 'float8', of: ({ row }) => row.at },
    project: { type: 'text', of: ({ row }) => cleanOrNull(row.project) },
    model: { type: 'text', of: ({ row }) => cleanOrNull(row.model) },
    tier: { type: 'text', of: ({ row }) => cleanOrNull(row.tier) },
    input: { type: 'bigint', of: ({ row }) => whole(row.input) },
    cached: { type: 'bigint', of: ({ row }) => whole(row.cached) },
    cache_write: { type: 'bigint', of: ({ row }) => whole(row.cacheWrite) },
    cache_write_hour: {
      type: 'bigint',
      of: ({ row }) => (row.cacheWriteHour === undefined ? null : whole(row.cacheWriteHour)),
    },
    output: { type: 'bigint', of: ({ row }) => whole(row.output) },
    reasoning: { type: 'bigint', of: ({ row }) => whole(row.reasoning) },
    source: { type: 'text', of: ({ row }) => clean(row.source) },
    line: { type: 'bigint', of: ({ row }) => whole(row.line) },
    copied: { type: 'boolean', of: ({ row }) => row.copied === true },
  };
const NAMES = Object.keys(COLUMNS);
/** All columns but its name. */
const SAID = Object.entries(COLUMNS).filter(([name]) => !['agent', 'scope', 'key'].includes(name));
const GIVEN = `unnest(${Object.values(COLUMNS).map(({ type }, index) => `$${index + 5}::${type}[]`)}) as given(${NAMES})`;
const INSERT = `
insert into usage(tenant, session_id, machine_id, counts, ${NAMES})
  select $1::int, $2::bigint, $3::bigint, $4::boolean,
    ${NAMES.map((name) => (name === 'at' ? 'to_timestamp(at / 1000)' : name))} from ${GIVEN}`;

/** Sessions that only repeat requests leave them to the session that made them. */
const YIELD = `
update usage set counts = false from unnest($2::text[], $3::text[], $4::text[]) as made(agent, scope, key)
  where usage.tenant = $1 and usage.agent = made.agent and md5(usage.scope) = md5(made.scope)
    and md5(usage.key) = md5(made.key) and usage.counts and usage.copied`;

/** Picks one of the copies that nobody counts any more: that of the session that made the request, if it is here. */
const PROMOTE = `
update usage set counts = true from (
    select distinct on (copy.agent, copy.scope, copy.key) copy.session_id, copy.scope, copy.key
      from unnest($2::text[], $3::text[], $4::text[]) as freed(agent, scope, key)
      join usage as copy on copy.tenant = $1 and copy.agent = freed.agent and md5(copy.scope) = md5(freed.scope)
        and md5(copy.key) = md5(freed.key) and not copy.counts
      where not exists (select 1 from usage as other where other.tenant = $1 and other.agent = freed.agent
        and md5(other.scope) = md5(freed.scope) and md5(other.key) = md5(freed.key) and other.counts)
      order by copy.agent, copy.scope, copy.key, copy.copied, copy.session_id) as chosen
  where usage.session_id = chosen.session_id and md5(usage.scope) = md5(chosen.scope) and md5(usage.key) = md5(chosen.key)`;

/** A request of a thread that other sessions may tell under another id. */
export interface ScopedUsage extends UsageRow {
  /** The thread in which a line names the request, if not its own. */
  scope?: string | undefined;
}

/** A request with the name that it has in all sessions. */
interface NamedRequest extends RequestName {
  row: UsageRow;
}

export interface RequestName {
  agent: string;
  /** The thread, if the key is a line number, which means nothing in another thread. */
  scope: string;
  key: string;
}

/** The values of a session's rows, by their names. */
export type UsageSaid = ReadonlyMap<string, string>;

/** Writes the requests of a session by difference and returns their values. `before`: the earlier values, if known. */
export async function writeUsage(
  queries: Queries,
  owner: UsageOwner,
  rows: readonly ScopedUsage[],
  before?: UsageSaid,
): Promise<{ written: number; said: UsageSaid }> {
  const named = new Map(rows.map((row) => [nameText(namedRequest(row)), namedRequest(row)]));
  const said = new Map([...named].map(([name, request]) => [name, saidBy(request, owner.machine)]));
  const removed: RequestName[] = [];
  for (const [name, known] of before ?? (await readSaid(queries, owner.session))) {
    if (said.get(name) === known) named.delete(name);
    else removed.push(nameIn(name));
  }
  if (removed.length > 0) await removeRows(queries, owner.session, removed);
  // In one order for all, so that two writers never deadlock.
  const added = [...named].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
  for (let from = 0; from < added.length; from += fleetLimits.rowsAtOnce) {
    await insertRows(queries, owner, added.slice(from, from + fleetLimits.rowsAtOnce));
  }
  await promoteCopies(queries, owner.tenant, removed);
  return { written: removed.length + added.length, said };
}

async function readSaid(queries: Queries, session: string): Promise<UsageSaid> {
  const columns = NAMES.map((name) => (name === 'at' ? 'time_ms(at) as at' : name));
  const rows = await queries.all(`select ${columns}, machine_id from usage where session_id = $1`, [session]);
  return new Map(
    rows.map((row) => [nameText(storedName(row)), saidText([...SAID.map(([name]) => row[name]), row.machine_id])]),
  );
}

/** The requests that sessions count. Read before they are removed. */
export async function countedKeys(queries: Queries, sessions: readonly string[]): Promise<RequestName[]> {
  const sql = 'select agent, scope, key from usage where session_id = any($1::bigint[]) and counts';
  return (await queries.all(sql, [sessions])).map(storedName);
}

export async function promoteCopies(queries: Queries, tenant: number, freed: readonly RequestName[]): Promise<void> {
  if (freed.length === 0) return;
  await queries.run(PROMOTE, namesOf(tenant, freed));
}

function namesOf(tenant: number, names: readonly RequestName[]): unknown[] {
  return [tenant, names.map(({ agent }) => agent), names.map(({ scope }) => scope), names.map(({ key }) => key)];
}

async function removeRows(queries: Queries, session: string, removed: readonly RequestName[]): Promise<void> {
  await queries.run(
    `delete from usage using unnest($2::text[], $3::text[]) as given(scope, key) where session_id = $1
      and md5(usage.scope) = md5(given.scope) and md5(usage.key) = md5(given.key)`,
    [session, removed.map(({ scope }) => scope), removed.map(({ key }) => key)],
  );
}

/** A request that another session already counts is kept as a copy. */
async function insertRows(queries: Queries, owner: UsageOwner, requests: readonly NamedRequest[]): Promise<void> {
  const counted = await queries.all(
    `${INSERT} on conflict (tenant, agent, md5(scope), md5(key)) where counts do nothing returning agent, scope, key`,
    valuesOf(owner, true, requests),
  );
  const names = new Set(counted.map((row) => nameText(storedName(row))));
  const copies = requests.filter((request) => !names.has(nameText(request)));
  if (copies.length === 0) return;
  await queries.run(INSERT, valuesOf(owner, false, copies));
  const made = copies.filter(({ row }) => !row.copied);
  if (made.length === 0) return;
  await queries.run(YIELD, namesOf(owner.tenant, made));
  await promoteCopies(queries, owner.tenant, made);
}

function valuesOf({ tenant, session, machine }: UsageOwner, counts: boolean, requests: readonly NamedRequest[]) {
  return [tenant, session, machine, counts, ...Object.values(COLUMNS).map((column) => requests.map(column.of))];
}

/** Counts come from outside. Any count is made to fit the column. */
function whole(count: number): number {
  return Number.isSafeInteger(count) ? count : 0;
}

/** A request named by its provider is the same in every thread. One known by its line is unique to its thread. */
function namedRequest(row: ScopedUsage): NamedRequest {
  const key = clean(row.key);
  return { row, agent: clean(row.agent), key, scope: isLineKey(key) ? clean(row.scope ?? row.threadId) : '' };
}

function storedName({ agent, scope, key }: StoredRow): RequestName {
  return { agent: String(agent), scope: String(scope), key: String(key) };
}

function nameText({ agent, scope, key }: RequestName): string {
  return JSON.stringify([agent, scope, key]);
}

function nameIn(name: string): RequestName {
  const [agent, scope, key]: unknown[] = JSON.parse(name);
  return storedName({ agent, scope, key });
}

function saidBy(request: NamedRequest, machine: string): string {
  return saidText([...SAID.map(([, column]) => column.of(request)), machine]);
}

/** Large numbers are read as text, and times as whole milliseconds. */
function saidText(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => (value === null ? '' : String(value))));
}
