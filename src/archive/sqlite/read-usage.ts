import { isBelow } from '../../core/tools/path-below.ts';
import { createCalendar, hasDay } from '../../machine/usage/calendar.ts';
import { addTokens, noTokens } from '../../machine/usage/token-counts.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { countedRows } from '../folding/usage-facts.ts';
import { pageLimit, readCursor } from '../model/paging.ts';
import {
  type Page,
  type Paged,
  type StoreUsageFilter,
  type StoreUsageQuery,
  type UsageSum,
  usageGroups,
} from '../model/thread-store.ts';
import { writeVersion } from './changes.ts';
import type { Statements } from './statements.ts';

/** The requests that count, in no order. Files are heard in the order of their paths, as `threadline usage` reads them. */
function eachRow(statements: Statements, filter: StoreUsageFilter, onRow: (row: UsageRow) => void): void {
  const { agent, session, project, machine } = filter;
  if (machine !== undefined) return;
  const isInProject = project === undefined ? () => true : isBelow(project);
  const rows = statements.all(
    'select usage.source_id as id from usage join source on source.id = usage.source_id order by path, source.id',
  );
  function* facts(): Generator<Uint8Array> {
    for (const { id } of rows) {
      const packed = statements.get('select facts from usage where source_id = ?', id)?.facts;
      if (packed instanceof Uint8Array) yield packed;
    }
  }
  countedRows(facts(), (row) => {
    if (agent !== undefined && row.agent !== agent) return;
    if (session && (row.agent !== session.agent || row.threadId.toLowerCase() !== session.threadId.toLowerCase()))
      return;
    if (isInProject(row.project) && isInWindow(row.at, filter)) onRow(row);
  });
}

/** A request without a time is in no window. */
function isInWindow(at: number, { since, until }: StoreUsageFilter): boolean {
  if (since === undefined && until === undefined) return true;
  return hasDay(at) && at >= (since ?? at) && (until === undefined || at < until);
}

export function usageSums(statements: Statements, query: StoreUsageQuery): UsageSum[] {
  const { by, zone } = query;
  if (!usageGroups.includes(by)) throw new TypeError(`by is one of ${usageGroups.join(', ')}`);
  const calendar = createCalendar(zone);
  const sums = new Map<string, UsageSum>();
  const keyOf = (row: UsageRow): string => {
    if (by === 'day') return calendar.day(row.at);
    if (by === 'session') return row.threadId;
    if (by === 'machine') return '';
    return (by === 'agent' ? row.agent : by === 'model' ? row.model : row.project) ?? '';
  };
  eachRow(statements, query, (row) => {
    const key = keyOf(row);
    let sum = sums.get(key);
    if (!sum) {
      sum = { key, requests: 0, ...noTokens() };
      sums.set(key, sum);
    }
    sum.requests += 1;
    addTokens(sum, row);
  });
  const byKey = (one: UsageSum, other: UsageSum) => (one.key < other.key ? -1 : 1);
  const bySize = (one: UsageSum, other: UsageSum) =>
    other.input + other.output - one.input - one.output || byKey(one, other);
  return [...sums.values()].sort(by === 'day' ? byKey : bySize);
}

/** What the next page of a walk through all rows will ask for: it counts them once, and not once a page. */
const walks = new WeakMap<Statements, { key: string; found: UsageRow[] }>();

export function usageRows(statements: Statements, filter: StoreUsageFilter, page: Page): Paged<UsageRow> {
  const [start = 0] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const keyOf = (from: number) => JSON.stringify([from, filter, writeVersion(statements)]);
  const walk = walks.get(statements);
  const found = walk?.key === keyOf(start) ? walk.found : sortedRows(statements, filter);
  const end = start + pageLimit(page);
  const isLast = end >= found.length;
  if (isLast) walks.delete(statements);
  else walks.set(statements, { key: keyOf(end), found });
  return { rows: found.slice(start, end), ...(!isLast && { next: String(end) }) };
}

function sortedRows(statements: Statements, filter: StoreUsageFilter): UsageRow[] {
  const found: UsageRow[] = [];
  eachRow(statements, filter, (row) => found.push(row));
  return found.sort((one, other) => other.at - one.at || (one.key < other.key ? -1 : 1));
}
