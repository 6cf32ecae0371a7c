import { createCalendar } from '../../usage/calendar.ts';
import type { UsageRow } from '../../usage/usage-row.ts';
import { pageLimit, readCursor } from '../paging.ts';
import {
  type Page,
  type Paged,
  type StoreUsageFilter,
  type StoreUsageQuery,
  type UsageSum,
  usageGroups,
} from '../thread-store.ts';
import { below, type Conditions, createConditions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { textOf } from './read-sessions.ts';

const TABLES = 'usage join machine on machine.id = usage.machine_id';
/** Zones differ by quarters of an hour, and change at quarters: the calendar makes days of them. */
const QUARTER_MS = 15 * 60_000;
const KEYS = {
  day: `case when usage.at > 'epoch' then time_ms(usage.at) / ${QUARTER_MS} end`,
  session: 'usage.thread_id',
  project: "coalesce(usage.project, '')",
  model: "coalesce(usage.model, '')",
  agent: 'usage.agent',
  machine: 'machine.name',
} satisfies Record<StoreUsageQuery['by'], string>;

function usageConditions(filter: StoreUsageFilter): Conditions {
  const { agent, session, project, machine, since, until } = filter;
  const conditions = createConditions();
  const { value, add } = conditions;
  const time = (ms: number) => `to_timestamp(${value(ms)}::float8 / 1000)`;
  add('usage.counts');
  if (agent !== undefined) add(`usage.agent = ${value(agent)}`);
  if (session)
    add(`usage.agent = ${value(session.agent)} and lower(usage.thread_id) = lower(${value(session.threadId)})`);
  if (project !== undefined) add(below(conditions, 'usage.project', project));
  if (machine !== undefined) add(`machine.name = ${value(machine)}`);
  if (since !== undefined) add(`usage.at >= ${time(since)}`);
  if (until !== undefined) add(`usage.at < ${time(until)}`);
  return conditions;
}

export async function usageSums(queries: Queries, query: StoreUsageQuery): Promise<UsageSum[]> {
  const { by, zone } = query;
  if (!usageGroups.includes(by)) throw new TypeError(`by is one of ${usageGroups.join(', ')}`);
  const calendar = createCalendar(zone);
  const { sql, values } = usageConditions(query);
  const rows = await queries.all(
    `select ${KEYS[by]} as key, count(*) as requests, sum(input) as input, sum(cached) as cached,
      sum(cache_write) as cache_write, sum(output) as output, sum(reasoning) as reasoning
      from ${TABLES} where ${sql} group by 1`,
    values,
  );
  const sums = new Map<string, UsageSum>();
  for (const row of rows) {
    const key = by === 'day' ? calendar.day(row.key === null ? 0 : Number(row.key) * QUARTER_MS + 1) : String(row.key);
    const sum = sums.get(key) ?? { key, requests: 0, input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };
    sums.set(key, sum);
    sum.requests += Number(row.requests);
    sum.cacheWrite += Number(row.cache_write);
    for (const name of ['input', 'cached', 'output', 'reasoning'] as const) sum[name] += Number(row[name]);
  }
  const byKey = (one: UsageSum, other: UsageSum) => (one.key < other.key ? -1 : 1);
  const bySize = (one: UsageSum, other: UsageSum) =>
    other.input + other.output - one.input - one.output || byKey(one, other);
  return [...sums.values()].sort(by === 'day' ? byKey : bySize);
}

export async function usageRows(queries: Queries, filter: StoreUsageFilter, page: Page): Promise<Paged<UsageRow>> {
  const conditions = usageConditions(filter);
  const limit = pageLimit(page);
  const [start = 0] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const rows = await queries.all(
    `select usage.*, machine.name as machine, time_ms(usage.at) as at_ms from ${TABLES} where ${conditions.sql}
      order by usage.at desc, usage.key collate "C", session_id limit ${limit + 1} offset ${start}`,
    conditions.values,
  );
  const found = rows.slice(0, limit).map(
    (row): UsageRow => ({
      agent: String(row.agent),
      threadId: String(row.thread_id),
      key: String(row.key),
      at: Number(row.at_ms),
      model: textOf(row.model),
      tier: textOf(row.tier),
      project: textOf(row.project),
      input: Number(row.input),
      cached: Number(row.cached),
      cacheWrite: Number(row.cache_write),
      cacheWriteHour: row.cache_write_hour === null ? undefined : Number(row.cache_write_hour),
      output: Number(row.output),
      reasoning: Number(row.reasoning),
      machine: textOf(row.machine) || undefined,
      source: String(row.source),
      line: Number(row.line),
    }),
  );
  return { rows: found, ...(rows.length > limit && { next: String(start + limit) }) };
}
