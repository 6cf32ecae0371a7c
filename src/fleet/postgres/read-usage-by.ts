import { numberColumn, type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import type { WorkGroup, WorkUsage, WorkUsageQuery } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { belowFolder, createConditions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { ALIKE, HAS_BANDS, SUMMED } from './usage-sums.ts';

/** Sessions whose kept sums are not up to date are counted anew, as for every other report. */
const ROWS = `
stale as materialized (select distinct session_id from usage_stale where tenant = $1),
summed as (
  select tenant, session_id, machine_id, quarter, band, agent, project, model, tier, requests, input, cached, cache_write,
      cache_write_hour, plain, output, reasoning from usage_sum where tenant = $1 and session_id not in (select session_id from stale)
  union all select tenant, session_id, machine_id, quarter, band, agent, project, model, tier, requests, input, cached, cache_write,
      cache_write_hour, plain, output, reasoning from (select ${SUMMED} from usage
        where counts and tenant = $1 and session_id in (select session_id from stale) group by ${ALIKE}) as live)`;

const SUMS = ['requests', 'input', 'cached', 'cache_write', 'cache_write_hour', 'plain', 'output', 'reasoning']
  .map((name) => `sum(${name}) as ${name}`)
  .join(', ');

/** Adds usage up by whose work it is, in the database: one row for each group, model, tier and size of requests. */
export async function readUsageBy(queries: Queries, tenant: number, query: WorkUsageQuery): Promise<WorkUsage> {
  const f = queries.functions;
  await checkTables(queries, `${f}usage_people`);
  const conditions = createConditions();
  const { value, add } = conditions;
  add(`summed.tenant = ${value(tenant)}`);
  const { agent, project, machine, since, until } = query;
  if (agent !== undefined) add(`summed.agent = ${value(agent)}`);
  if (project !== undefined) add(belowFolder(conditions, 'summed.project', project));
  if (machine !== undefined) add(`machine.name = ${value(machine)}`);
  if (since !== undefined || until !== undefined) add('summed.quarter > 0');
  if (since !== undefined) add(`summed.quarter >= ${value(since)}`);
  if (until !== undefined) add(`summed.quarter < ${value(until)}`);
  // Who it is of machines that nobody logged in on: the owner that their token names, which only operators see.
  const person = f === '' ? "coalesce(who.name, machine.owner, '')" : "coalesce(who.name, '')";
  const columns: Record<WorkGroup, string> = {
    person,
    team: "coalesce(who.teams, '')",
    repository: "coalesce(work.repository, summed.project, '')",
    machine: 'machine.name',
    model: "coalesce(summed.model, '')",
    agent: 'summed.agent',
  };
  const keys = query.by.map((name, index) => `${columns[name]} as key_${index}`).join(', ');
  const names = query.by.map((_, index) => `key_${index}`).join(', ');
  const places = query.by.map((_, index) => String(index + 1)).join(', ');
  const joined = `summed join machine on machine.id = summed.machine_id
    left join ${f}usage_work() as work on work.session_id = summed.session_id
    left join ${f}usage_people() as who on who.id = work.person_id`;
  const where = conditions.sql;
  const sums = await queries.all(
    `with ${ROWS} select ${keys}, summed.agent as of_agent, summed.model as of_model, summed.tier as of_tier, summed.band as of_band, ${SUMS}
      from ${joined} where ${where} group by ${places}, summed.agent, summed.model, summed.tier, summed.band`,
    conditions.values,
  );
  const counts = await queries.all(
    `with ${ROWS}, one as (select distinct ${keys}, summed.session_id from ${joined} where ${where})
      select ${names}, count(distinct session_id) as sessions, grouping(key_0) = 1 as is_total
      from one group by grouping sets ((${names}), ())`,
    conditions.values,
  );
  const isTotal = (row: StoredRow) => row.is_total === true;
  return {
    sums: sums.map((row) => ({ ...sumOf(row), ...labelsOf(row, query.by) })),
    sessions: counts
      .filter((row) => !isTotal(row))
      .map((row) => ({ keys: keysOf(row, query.by), count: Number(row.sessions) })),
    total: Number(counts.find(isTotal)?.sessions ?? 0),
  };
}

async function checkTables(queries: Queries, name: string): Promise<void> {
  const known = await queries.get('select to_regproc($1) is not null as found', [`threadline.${name}`]);
  const hasBands = known?.found === true && (await queries.get(HAS_BANDS))?.known === true;
  if (!hasBands)
    throw new ThreadlineError('unsupported', 'the archive is of an earlier version: run `threadline archive migrate`');
}

const keysOf = (row: StoredRow, by: readonly WorkGroup[]) => by.map((_, index) => String(row[`key_${index}`]));

/** Model and agent are fields of every sum. */
function labelsOf(row: StoredRow, by: readonly WorkGroup[]): Partial<Record<WorkGroup, string>> {
  const labels = by.map((name, index) => [name, String(row[`key_${index}`])] as const);
  return Object.fromEntries(labels.filter(([name]) => name !== 'model' && name !== 'agent'));
}

function sumOf(row: StoredRow): UsageQuarter {
  return {
    agent: String(row.of_agent),
    threadId: '',
    key: '',
    at: 1,
    model: textColumn(row.of_model),
    tier: textColumn(row.of_tier),
    input: Number(row.input),
    cached: Number(row.cached),
    cacheWrite: Number(row.cache_write),
    cacheWriteHour: numberColumn(row.cache_write_hour),
    output: Number(row.output),
    reasoning: Number(row.reasoning),
    source: '',
    line: 0,
    requests: Number(row.requests),
    plain: Number(row.plain),
    band: Number(row.of_band),
    stretches: [],
  };
}
