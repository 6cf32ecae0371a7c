import { type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import type { WorkGroup, WorkUsage, WorkUsageQuery } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import { belowFolder, createConditions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { countColumns } from './read-usage.ts';
import { HAS_BANDS } from './usage-sums.ts';
import { addByWork, checkByWork } from './work-conditions.ts';
import { WORK_SUM_COLUMNS } from './work-sums.ts';

const SUMS = ['requests', 'input', 'cached', 'cache_write', 'cache_write_hour', 'plain', 'output', 'reasoning']
  .map((name) => `sum(${name}) as ${name}`)
  .join(', ');

/** How a group is told: first by numbers, which cost little to compare, then by the name that belongs to them. */
interface GroupColumns {
  numbers: readonly string[];
  name: string;
}

const GROUPS: Record<WorkGroup, GroupColumns> = {
  person: { numbers: ['person_id', 'token_owner'], name: "coalesce(who.name, token_owner, '')" },
  team: { numbers: ['person_id'], name: "coalesce(who.teams, '')" },
  repository: { numbers: ['folder'], name: 'folder' },
  machine: { numbers: ['machine_id'], name: 'machine.name' },
  model: { numbers: ['model'], name: "coalesce(model, '')" },
  agent: { numbers: ['agent'], name: 'agent' },
};

/** Adds usage up by whose work it is, in the database: one row for each group, model, tier and size of requests. */
export async function readUsageBy(queries: Queries, tenant: number, query: WorkUsageQuery): Promise<WorkUsage> {
  const f = queries.functions;
  checkByWork(queries, query);
  await checkTables(queries, `${f}stale_work`);
  const { by } = query;
  const { sql: rows, values } = rowsOf(f, tenant, query);
  const numbers = [...new Set(by.flatMap((name) => GROUPS[name].numbers))];
  const names = by.map((name, index) => `${GROUPS[name].name} as key_${index}`).join(', ');
  const places = by.map((_, index) => String(index + 1)).join(', ');
  const named = [
    numbers.includes('person_id') ? `left join ${f}usage_people() as who on who.id = person_id` : '',
    numbers.includes('machine_id') ? 'join machine on machine.id = machine_id' : '',
  ].join(' ');
  const alike = [...new Set([...numbers, 'agent', 'model', 'tier', 'band'])].join(', ');
  const sums = await queries.all(
    `with work as (${rows}), added as (select ${alike}, ${SUMS} from work group by ${alike})
      select ${names}, agent as of_agent, model as of_model, tier as of_tier, band as of_band, ${SUMS}
      from added ${named} group by ${places}, agent, model, tier, band`,
    values,
  );
  // A session is of one person, so that no two groups of numbers that share a name share a session.
  const counts = await queries.all(
    `with work as (${rows}), counted as (
        select ${numbers}, count(distinct session_id) as sessions, grouping(${numbers[0]}) = 1 as is_total
          from work group by grouping sets ((${numbers}), ()))
      select ${names}, sum(sessions) as sessions, false as is_total from counted ${named} where not is_total group by ${places}
      union all select ${by.map(() => 'null').join(', ')}, sessions, true from counted where is_total`,
    values,
  );
  const isTotal = (row: StoredRow) => row.is_total === true;
  return {
    sums: sums.map((row) => ({ ...sumOf(row), ...labelsOf(row, by) })),
    sessions: counts
      .filter((row) => !isTotal(row))
      .map((row) => ({ keys: keysOf(row, by), count: Number(row.sessions) })),
    total: Number(counts.find(isTotal)?.sessions ?? 0),
  };
}

/**
 * Sums of whole sessions where all of a session is in the time, of its quarter hours where a part is, and of requests where
 * none are kept.
 */
function rowsOf(
  f: Queries['functions'],
  tenant: number,
  query: WorkUsageQuery,
): { sql: string; values: readonly unknown[] } {
  const conditions = createConditions();
  const { value, add } = conditions;
  const of = value(tenant);
  const { agent, project, machine, since, until, by } = query;
  if (agent !== undefined) add(`agent = ${value(agent)}`);
  if (project !== undefined) add(belowFolder(conditions, 'project', project));
  if (machine !== undefined) add(`machine_id in (select id from machine where name = ${value(machine)})`);
  addByWork(conditions, query);
  // Quarter hours are whole numbers.
  const [from, to] = [since, until].map((at) => (at === undefined ? undefined : value(Math.ceil(at))));
  const isWhole = [
    from && `first_quarter >= ${from}`,
    to && `last_quarter < ${to}`,
    (from || to) && 'first_quarter > 0',
  ];
  const isTouched = [from && `last_quarter >= ${from}`, to && `first_quarter < ${to}`];
  const isWithin = [from && `quarter >= ${from}`, to && `quarter < ${to}`, (from || to) && 'quarter > 0'];
  const all = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' and ') || 'true';
  // Who it is of machines that nobody logged in on: the owner that their token names, which only operators see.
  const isOwned = f === '' && by.includes('person');
  const owner = isOwned
    ? 'case when person_id is null then (select owner from machine where machine.id = machine_id) end'
    : 'null';
  const parts = [
    `select ${WORK_SUM_COLUMNS} from work_sum where tenant = ${of} and ${all(isWhole)}`,
    `select ${WORK_SUM_COLUMNS} from ${f}stale_work() where ${all(isWithin)}`,
  ];
  if (from || to)
    parts.push(`select ${WORK_SUM_COLUMNS} from usage_sum join (select distinct session_id, person_id, repository from work_sum
      where tenant = ${of} and not (${all(isWhole)}) and ${all(isTouched)}) as cut using (session_id)
      where tenant = ${of} and ${all(isWithin)}`);
  const sql = `select *, coalesce(repository, project, '') as folder, ${owner} as token_owner from (${parts.join(' union all ')}) as work_row
    where ${conditions.sql || 'true'}`;
  return { sql, values: conditions.values };
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
    ...countColumns(row),
    source: '',
    line: 0,
    requests: Number(row.requests),
    plain: Number(row.plain),
    band: Number(row.of_band),
    stretches: [],
  };
}
