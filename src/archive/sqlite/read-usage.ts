import { isBelow } from '../../core/tools/path-below.ts';
import { hasDay } from '../../machine/usage/calendar.ts';
import type { KeptUsage } from '../../machine/usage/find-usage-files.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { countedRows } from '../folding/usage-facts.ts';
import { isFileGone } from '../model/gone-file.ts';
import { pageLimit, readCursor } from '../model/paging.ts';
import type { Page, Paged, StoreUsageFilter, StoreUsageQuery, UsageSum } from '../model/thread-store.ts';
import { createUsageSums } from '../query/usage-sums.ts';
import { writeVersion } from './changes.ts';
import type { Statements } from './statements.ts';

/** Emits the requests that count, unordered. Files are read in the order of their paths, as `threadline usage` does. */
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

/** Files that went since the last index run count as gone, too. If a home is absent, nothing is known of its files. */
export function keptUsage(statements: Statements, found: ReadonlySet<string>): KeptUsage[] {
  const kept: KeptUsage[] = [];
  const rows = statements.all(
    `select agent, home, path, mtime_ms, state, source.id from usage join source on source.id = usage.source_id
      order by path, source.id`,
  );
  for (const row of rows) {
    const [path, home] = [String(row.path), String(row.home)];
    const isGone = row.state === 'gone' || (!found.has(path) && isFileGone(path, home));
    const facts = isGone ? statements.get('select facts from usage where source_id = ?', row.id)?.facts : undefined;
    if (facts instanceof Uint8Array)
      kept.push({ agent: String(row.agent), home, path, modified: Number(row.mtime_ms), facts });
  }
  return kept;
}

/** A request without a time is in no window. */
function isInWindow(at: number, { since, until }: StoreUsageFilter): boolean {
  if (since === undefined && until === undefined) return true;
  return hasDay(at) && at >= (since ?? at) && (until === undefined || at < until);
}

export function usageSums(statements: Statements, query: StoreUsageQuery): UsageSum[] {
  const { by } = query;
  const sums = createUsageSums(query);
  const groupOf = (row: UsageRow): string => {
    if (by === 'day') return sums.calendar.day(row.at);
    if (by === 'session') return row.threadId;
    if (by === 'machine') return '';
    return (by === 'agent' ? row.agent : by === 'model' ? row.model : row.project) ?? '';
  };
  eachRow(statements, query, (row) => {
    const { input, cached, cacheWrite, output, reasoning } = row;
    sums.add({ key: groupOf(row), requests: 1, input, cached, cacheWrite, output, reasoning });
  });
  return sums.sorted();
}

/** The rows for the next page of a walk: they are counted once, and not once a page. */
const walks = new WeakMap<Statements, { key: string; found: UsageRow[] }>();

export function usageRows(statements: Statements, filter: StoreUsageFilter, page: Page): Paged<UsageRow> {
  const [start = 0] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const walkKey = (from: number) => JSON.stringify([from, filter, writeVersion(statements)]);
  const walk = walks.get(statements);
  const found = walk?.key === walkKey(start) ? walk.found : sortedRows(statements, filter);
  const end = start + pageLimit(page);
  const isLast = end >= found.length;
  if (isLast) walks.delete(statements);
  else walks.set(statements, { key: walkKey(end), found });
  return { rows: found.slice(start, end), ...(!isLast && { next: String(end) }) };
}

function sortedRows(statements: Statements, filter: StoreUsageFilter): UsageRow[] {
  const found: UsageRow[] = [];
  eachRow(statements, filter, (row) => found.push(row));
  return found.sort((one, other) => other.at - one.at || (one.key < other.key ? -1 : 1));
}
