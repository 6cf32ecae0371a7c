import { createCalendar } from './calendar.ts';
import { type Cost, priceOf, type UnknownPrice } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import type { UsageBlock } from './usage-blocks.ts';
import { createUsageFilter, type UsageFilter } from './usage-filter.ts';
import { createUsageGroups } from './usage-groups.ts';
import { type UsageGrouping, usageGroupings } from './usage-key.ts';
import { priceOfQuarter, type UsageQuarter } from './usage-quarter.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal } from './usage-total.ts';

/** Options of `usageReport`. */
export interface UsageReportOptions extends UsageFilter {
  /** What the report has a row for, or up to three of them: a row for each combination. Default: `day`. */
  by?: UsageGrouping | readonly UsageGrouping[] | undefined;
  /** The time zone of days, such as `Europe/Berlin`. Default: this machine's. */
  zone?: string | undefined;
  /** Default: the prices that come with this version. */
  prices?: PriceTable | undefined;
  /** The tool that a request called, for `by: 'tool'`. */
  toolOf?: ((row: UsageRow) => string) | undefined;
  /** The time for which windows are open, in milliseconds since 1970. Default: now. */
  now?: number | undefined;
}

/** Tokens and cost of one key. */
export interface UsageReportRow extends UsageTotal {
  /** A day, a week, a month, a thread's id, a folder, a model, an agent; of several groupings, their keys joined. */
  key: string;
  /** Of several groupings: the key of each. */
  keys?: Partial<Record<UsageGrouping, string>>;
  /** By session: the agent of the session. */
  agent?: string;
  /** With `block`: its window. */
  block?: UsageBlock;
}

/** Tokens and cost, a row for each key. */
export interface UsageReport {
  /** The first grouping. */
  by: UsageGrouping;
  /** All of them. */
  groupings: readonly UsageGrouping[];
  zone: string;
  prices: { date: string; source: string };
  /** Times in order; anything else by cost, highest first. */
  rows: UsageReportRow[];
  /** The sum of the rows. */
  total: UsageTotal;
  /** The same of all days, whatever `since` and `until` say. */
  allTime: UsageTotal;
}

/** Adds up rows as they come. */
export interface UsageReportBuilder {
  /** Takes the next request. */
  add(row: UsageRow): void;
  /** The report of what was added so far. */
  report(): UsageReport;
}

/**
 * Usage and cost of requests, grouped.
 *
 * @example
 * import { findUsageFiles, scanUsage, usageReport } from 'threadline/usage';
 *
 * const requests = [];
 * for await (const request of scanUsage(findUsageFiles())) requests.push(request);
 * const { rows, total } = usageReport(requests, { by: 'model' });
 * console.log(rows.map(({ key, output }) => [key, output]), total.costUsd);
 */
export function usageReport(rows: Iterable<UsageRow>, options: UsageReportOptions = {}): UsageReport {
  const builder = createUsageReport(options);
  for (const row of rows) builder.add(row);
  return builder.report();
}

/** The same for a stream of rows: `for await (const row of scanUsage(paths)) report.add(row)`. */
export function createUsageReport(options: UsageReportOptions = {}): UsageReportBuilder {
  return createSummedReport(options);
}

/** Adds up sums, too. */
export interface SummedReportBuilder extends UsageReportBuilder {
  /** Takes the sum of requests. `since` and `until` are then days: a time would cut it. No grouping is `tool` or `block`. */
  addQuarter(quarter: UsageQuarter): void;
}

export function createSummedReport(options: UsageReportOptions = {}): SummedReportBuilder {
  const { zone, prices = defaultPrices, agent, project, since, until, toolOf, now = Date.now() } = options;
  const by = readGroupings(options);
  const calendar = createCalendar(zone);
  const isWanted = createUsageFilter({ agent, project }, calendar);
  const isInDays = createUsageFilter({ since, until }, calendar);
  const groups = createUsageGroups({ by, calendar, toolOf, now });
  const total = createUsageTotal();
  const hasAll = since === undefined && until === undefined;
  const allTime = hasAll ? total : createUsageTotal();

  function take(row: UsageRow, cost: Cost | UnknownPrice, requests?: number): void {
    if (!hasAll) allTime.add(row, cost, requests);
    if (isInDays(row)) {
      groups.of(row).add(row, cost, requests);
      total.add(row, cost, requests);
    } else groups.note(row);
  }

  return {
    add(row) {
      if (isWanted(row)) take(row, priceOf(row, prices));
    },
    addQuarter(quarter) {
      if (isWanted(quarter)) take(quarter, priceOfQuarter(quarter, prices), quarter.requests);
    },
    report() {
      const [first = 'day'] = by;
      const { date, source } = prices;
      const head = { by: first, groupings: by, zone: calendar.zone, prices: { date, source } };
      return { ...head, rows: groups.rows(), total: total.total(), allTime: allTime.total() };
    },
  };
}

const MOST_GROUPINGS = 3;

function readGroupings({ by = 'day', toolOf }: UsageReportOptions): readonly UsageGrouping[] {
  const groupings = typeof by === 'string' ? [by] : by;
  const isKnown = groupings.every((grouping) => usageGroupings.includes(grouping));
  const isDistinct = new Set(groupings).size === groupings.length;
  if (!isKnown || !isDistinct || groupings.length === 0 || groupings.length > MOST_GROUPINGS) {
    throw new TypeError(`by is one of ${usageGroupings.join(', ')}, or up to ${MOST_GROUPINGS} different ones`);
  }
  if (groupings.includes('tool') && !toolOf) throw new TypeError("by 'tool' needs toolOf");
  return groupings;
}
