import { isLineKey } from '../../archive/folding/usage-facts.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';

/** Whose requests they are. */
export interface UsageOwner {
  tenant: number;
  session: string;
  machine: string;
}

const COLUMNS = `agent, thread_id, scope, key, at, project, model, tier, input, cached, cache_write, cache_write_hour, output,
  reasoning, source, line`;

const GIVEN = `unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::text[], $11::text[], $12::text[],
  $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::text[], $20::bigint[])
  as given(${COLUMNS})`;

const INSERT = `
insert into usage(tenant, session_id, machine_id, counts, ${COLUMNS})
  select $1::int, $2::bigint, $3::bigint, $4::boolean, agent, thread_id, scope, key, to_timestamp(at / 1000), project, model,
    tier, input, cached, cache_write, cache_write_hour, output, reasoning, source, line from ${GIVEN}`;

/** Of copies that nobody counts any more, one does. */
const PROMOTE = `
update usage set counts = true from (
    select distinct on (copy.agent, copy.scope, copy.key) copy.session_id, copy.scope, copy.key
      from unnest($2::text[], $3::text[], $4::text[]) as freed(agent, scope, key)
      join usage as copy on copy.tenant = $1 and copy.agent = freed.agent and md5(copy.scope) = md5(freed.scope)
        and md5(copy.key) = md5(freed.key) and not copy.counts
      where not exists (select 1 from usage as other where other.tenant = $1 and other.agent = freed.agent
        and md5(other.scope) = md5(freed.scope) and md5(other.key) = md5(freed.key) and other.counts)
      order by copy.agent, copy.scope, copy.key, copy.session_id) as chosen
  where usage.session_id = chosen.session_id and md5(usage.scope) = md5(chosen.scope) and md5(usage.key) = md5(chosen.key)`;

interface Told {
  scope: string;
  key: string;
  row: UsageRow;
}

/** What the rows of a session say, by their names. */
export type UsageSaid = ReadonlyMap<string, string>;

/**
 * Writes what a session tells of requests by difference; gives how many rows were written or removed, and what they say now.
 * `before`: what they say, where that is known.
 */
export async function writeUsage(
  queries: Queries,
  owner: UsageOwner,
  rows: readonly UsageRow[],
  before?: UsageSaid,
): Promise<{ written: number; said: UsageSaid }> {
  const told = new Map(rows.map((row) => [nameOf(row), toldOf(row)]));
  const said = new Map([...told].map(([name, { row }]) => [name, saidOf(columnsOf(row, owner.machine))]));
  const removed: Freed[] = [];
  for (const [name, known] of before ?? (await readSaid(queries, owner.session))) {
    if (said.get(name) === known) told.delete(name);
    else removed.push(freedOf(name));
  }
  if (removed.length > 0) await removeRows(queries, owner.session, removed);
  // In one order for all, so that two writers never wait for each other.
  const added = [...told].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
  for (let from = 0; from < added.length; from += fleetLimits.rowsAtOnce) {
    await insertRows(queries, owner, added.slice(from, from + fleetLimits.rowsAtOnce));
  }
  await promoteCopies(queries, owner.tenant, removed);
  return { written: removed.length + added.length, said };
}

async function readSaid(queries: Queries, session: string): Promise<UsageSaid> {
  const rows = await queries.all(
    `select agent, scope, key, time_ms(at) as at, ${SAME.join(', ')}, machine_id from usage where session_id = $1`,
    [session],
  );
  return new Map(rows.map((row) => [JSON.stringify([row.agent, row.scope, row.key]), saidOf(row)]));
}

/** The other way round of `nameOf`. */
function freedOf(name: string): Freed {
  const [agent, scope, key]: unknown[] = JSON.parse(name);
  return { agent: String(agent), scope: String(scope), key: String(key) };
}

export interface Freed {
  agent: string;
  scope: string;
  key: string;
}

/** What a session counts: asked before it is removed. */
export async function countedKeys(queries: Queries, session: string): Promise<Freed[]> {
  const rows = await queries.all('select agent, scope, key from usage where session_id = $1 and counts', [session]);
  return rows.map(({ agent, scope, key }) => ({ agent: String(agent), scope: String(scope), key: String(key) }));
}

export async function promoteCopies(queries: Queries, tenant: number, freed: readonly Freed[]): Promise<void> {
  if (freed.length === 0) return;
  await queries.run(PROMOTE, [
    tenant,
    freed.map(({ agent }) => agent),
    freed.map(({ scope }) => scope),
    freed.map(({ key }) => key),
  ]);
}

async function removeRows(queries: Queries, session: string, removed: readonly Freed[]): Promise<void> {
  await queries.run(
    `delete from usage using unnest($2::text[], $3::text[]) as given(scope, key) where session_id = $1
      and md5(usage.scope) = md5(given.scope) and md5(usage.key) = md5(given.key)`,
    [session, removed.map(({ scope }) => scope), removed.map(({ key }) => key)],
  );
}

/** What another session counts already is kept as a copy. */
async function insertRows(queries: Queries, owner: UsageOwner, rows: readonly Told[]): Promise<void> {
  const counted = await queries.all(
    `${INSERT} on conflict (tenant, agent, md5(scope), md5(key)) where counts do nothing returning agent, scope, key`,
    valuesOf(owner, true, rows),
  );
  const names = new Set(counted.map(({ agent, scope, key }) => JSON.stringify([agent, scope, key])));
  const copies = rows.filter(({ scope, key, row }) => !names.has(JSON.stringify([clean(row.agent), scope, key])));
  if (copies.length > 0) await queries.run(INSERT, valuesOf(owner, false, copies));
}

function valuesOf(owner: UsageOwner, counts: boolean, rows: readonly Told[]): unknown[] {
  const column = <Value>(of: (row: UsageRow) => Value) => rows.map(({ row }) => of(row));
  const text = (value: string | undefined) => (value === undefined ? null : clean(value));
  return [
    owner.tenant,
    owner.session,
    owner.machine,
    counts,
    column(({ agent }) => clean(agent)),
    column(({ threadId }) => clean(threadId)),
    rows.map(({ scope }) => scope),
    rows.map(({ key }) => key),
    column(({ at }) => at),
    column(({ project }) => text(project)),
    column(({ model }) => text(model)),
    column(({ tier }) => text(tier)),
    column(({ input }) => whole(input)),
    column(({ cached }) => whole(cached)),
    column(({ cacheWrite }) => whole(cacheWrite)),
    column(({ cacheWriteHour }) => (cacheWriteHour === undefined ? null : whole(cacheWriteHour))),
    column(({ output }) => whole(output)),
    column(({ reasoning }) => whole(reasoning)),
    column(({ source }) => clean(source)),
    column(({ line }) => whole(line)),
  ];
}

/** Counts come from outside: whatever they are, a column takes them. */
function whole(count: number): number {
  return Number.isSafeInteger(count) ? count : 0;
}

/** A request that its provider names is the same in every thread; one that is told by its line only in its own. */
function toldOf(row: UsageRow): Told {
  const key = clean(row.key);
  return { row, key, scope: isLineKey(key) ? clean(row.threadId) : '' };
}

function nameOf(row: UsageRow): string {
  const { scope, key } = toldOf(row);
  return JSON.stringify([clean(row.agent), scope, key]);
}

const SAME = ['thread_id', 'project', 'model', 'tier', 'input', 'cached', 'cache_write', 'cache_write_hour', 'output'];

function columnsOf(row: UsageRow, machine: string): Record<string, unknown> {
  return {
    at: row.at,
    thread_id: clean(row.threadId),
    project: row.project,
    model: row.model,
    tier: row.tier,
    input: row.input,
    cached: row.cached,
    cache_write: row.cacheWrite,
    cache_write_hour: row.cacheWriteHour,
    output: row.output,
    machine_id: machine,
  };
}

function saidOf(row: Record<string, unknown>): string {
  const said = ['at', ...SAME, 'machine_id'].map((name) => {
    const value = row[name];
    return value === null || value === undefined ? '' : clean(String(value));
  });
  return JSON.stringify(said);
}
