import { pageLimit, pageOf } from '../../archive/model/paging.ts';
import { numberColumn, type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import type { Page, Paged, StoreUsageFilter, StoreUsageQuery, UsageSum } from '../../archive/model/thread-store.ts';
import { createUsageSums } from '../../archive/query/usage-sums.ts';
import { MOST_MS } from '../../machine/usage/calendar.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { belowFolder, type Conditions, createConditions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { databaseTime } from './database-time.ts';
import { addSessionsByWork, checkByWork } from './work-conditions.ts';

const TABLES = 'usage join machine on machine.id = usage.machine_id';
/** Time zones differ by quarters of an hour and change at quarters. The calendar makes days of them. */
const QUARTER_MS = 15 * 60_000;
const KEYS = {
  day: `case when usage.at > 'epoch' then time_ms(usage.at) / ${QUARTER_MS} end`,
  session: 'usage.thread_id',
  project: "coalesce(usage.project, '')",
  model: "coalesce(usage.model, '')",
  agent: 'usage.agent',
  machine: 'machine.name',
} satisfies Record<StoreUsageQuery['by'], string>;

function usageConditions(queries: Queries, filter: StoreUsageFilter): Conditions {
  checkByWork(queries, filter);
  const { agent, session, project, machine, since, until } = filter;
  const conditions = createConditions();
  const { value, add } = conditions;
  const time = (ms: number) => `to_timestamp(${value(databaseTime(ms))}::float8 / 1000)`;
  add('usage.counts');
  if (agent !== undefined) add(`usage.agent = ${value(agent)}`);
  if (session)
    add(
      `usage.agent = ${value(session.agent)} and md5(lower(usage.thread_id)) = md5(lower(${value(session.threadId)}))`,
    );
  if (project !== undefined) add(belowFolder(conditions, 'usage.project', project));
  if (machine !== undefined) add(`machine.name = ${value(machine)}`);
  addSessionsByWork(conditions, filter, 'usage.session_id');
  // A request without a time is in no window.
  if (since !== undefined || until !== undefined) add(`usage.at > 'epoch' and usage.at <= ${time(MOST_MS)}`);
  if (since !== undefined) add(`usage.at >= ${time(since)}`);
  if (until !== undefined) add(`usage.at < ${time(until)}`);
  return conditions;
}

export async function usageSums(queries: Queries, query: StoreUsageQuery): Promise<UsageSum[]> {
  const sums = createUsageSums(query);
  const { sql, values } = usageConditions(queries, query);
  const rows = await queries.all(
    `select ${KEYS[query.by]} as key, count(*) as requests, sum(input) as input, sum(cached) as cached,
      sum(cache_write) as cache_write, sum(output) as output, sum(reasoning) as reasoning
      from ${TABLES} where ${sql} group by 1`,
    values,
  );
  const dayOf = (quarter: number | undefined) =>
    sums.calendar.day(quarter === undefined ? 0 : quarter * QUARTER_MS + 1);
  for (const row of rows) {
    sums.add({
      key: query.by === 'day' ? dayOf(numberColumn(row.key)) : String(row.key),
      requests: Number(row.requests),
      input: Number(row.input),
      cached: Number(row.cached),
      cacheWrite: Number(row.cache_write),
      output: Number(row.output),
      reasoning: Number(row.reasoning),
    });
  }
  return sums.sorted();
}

export async function usageRows(queries: Queries, filter: StoreUsageFilter, page: Page): Promise<Paged<UsageRow>> {
  const conditions = usageConditions(queries, filter);
  const limit = pageLimit(page);
  if (page.cursor !== undefined) addAfter(conditions, page.cursor);
  const rows = await queries.all(
    `select usage.*, machine.name as machine, time_ms(usage.at) as at_ms, ${PLACE} from ${TABLES}
      where ${conditions.sql} order by usage.at desc, ${ORDER} limit ${limit + 1}`,
    conditions.values,
  );
  return pageOf(rows, limit, usageRow, cursorOf);
}

function usageRow(row: StoredRow): UsageRow {
  return {
    ...(row.copied === true && { copied: true }),
    ...usageColumns(row),
    key: String(row.key),
    at: Number(row.at_ms),
    source: String(row.source),
    line: Number(row.line),
  };
}

/** The columns that a request and a sum of requests share. */
export function usageColumns(row: StoredRow) {
  return {
    agent: String(row.agent),
    threadId: String(row.thread_id),
    model: textColumn(row.model),
    tier: textColumn(row.tier),
    project: textColumn(row.project),
    ...countColumns(row),
    machine: textColumn(row.machine) || undefined,
  };
}

/** The tokens of a request, or of requests. */
export function countColumns(row: StoredRow) {
  return {
    input: Number(row.input),
    cached: Number(row.cached),
    cacheWrite: Number(row.cache_write),
    cacheWriteHour: numberColumn(row.cache_write_hour),
    output: Number(row.output),
    reasoning: Number(row.reasoning),
  };
}

/** A name from outside may be of any length. Its beginning gives the order, and its hash tells names apart. */
const ORDER = 'left(usage.key, 100) collate "C", usage.session_id, md5(usage.key)';
const PLACE = `(extract(epoch from usage.at) * 1000000)::bigint as at_us, left(usage.key, 100) as key_start, md5(usage.key) as key_hash`;
const CURSOR = /^(-?\d{1,17})\.(\d{1,18})\.([0-9a-f]{32})\.([\w-]{0,600})$/;

function cursorOf({ at_us, session_id, key_hash, key_start }: StoredRow): string {
  return `${at_us}.${session_id}.${key_hash}.${Buffer.from(String(key_start)).toString('base64url')}`;
}

/** Continues after the last row of the previous page, even if that row is gone. */
function addAfter({ value, add }: Conditions, cursor: string): void {
  const [, time, session, hash, start] = CURSOR.exec(cursor) ?? [];
  if (start === undefined) throw new TypeError('the cursor is none that this store gave');
  const at = `(timestamptz 'epoch' + ${value(time)}::bigint * interval '1 microsecond')`;
  const key = value(Buffer.from(start, 'base64url').toString());
  add(`usage.at <= ${at}`);
  add(`(usage.at < ${at} or (${ORDER}) > (${key}, ${value(session)}::bigint, ${value(hash)}))`);
}
