import { createCalendar } from './calendar.ts';
import { priceOf } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import { createUsageFilter, type UsageFilter } from './usage-filter.ts';
import { createUsageKey, type UsageGrouping, usageGroupings } from './usage-key.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

export interface UsageReportOptions extends UsageFilter {
  /** Default: `day`. */
  by?: UsageGrouping | undefined;
  /** The time zone of days, such as `Europe/Berlin`. Default: this machine's. */
  zone?: string | undefined;
  /** Default: the prices that come with this version. */
  prices?: PriceTable | undefined;
}

export interface UsageReportRow extends UsageTotal {
  /** A day, a week, a month, a thread's id, a folder, a model, an agent. */
  key: string;
}

export interface UsageReport {
  by: UsageGrouping;
  zone: string;
  prices: { date: string; source: string };
  /** Times in order; anything else by cost, highest first. */
  rows: UsageReportRow[];
  total: UsageTotal;
}

/** Adds up rows as they come. */
export interface UsageReportBuilder {
  add(row: UsageRow): void;
  report(): UsageReport;
}

/** Usage and cost of requests, grouped. */
export function usageReport(rows: Iterable<UsageRow>, options: UsageReportOptions = {}): UsageReport {
  const builder = createUsageReport(options);
  for (const row of rows) builder.add(row);
  return builder.report();
}

/** The same for a stream of rows: `for await (const row of scanUsage(paths)) report.add(row)`. */
export function createUsageReport(options: UsageReportOptions = {}): UsageReportBuilder {
  const { by = 'day', zone, prices = defaultPrices } = options;
  if (!usageGroupings.includes(by)) throw new TypeError(`by is one of ${usageGroupings.join(', ')}`);
  const calendar = createCalendar(zone);
  const isWanted = createUsageFilter(options, calendar);
  const groups = new Map<string, UsageTotalBuilder>();
  const total = createUsageTotal();
  const groupOf = createUsageKey(by, calendar);

  return {
    add(row) {
      if (!isWanted(row)) return;
      const cost = priceOf(row, prices);
      const key = groupOf(row);
      let group = groups.get(key);
      if (!group) {
        group = createUsageTotal();
        groups.set(key, group);
      }
      group.add(row, cost);
      total.add(row, cost);
    },
    report() {
      const rows = Array.from(groups, ([key, group]) => ({ key, ...group.total() }));
      rows.sort(by === 'day' || by === 'week' || by === 'month' ? byKey : byCost);
      const { date, source } = prices;
      return { by, zone: calendar.zone, prices: { date, source }, rows, total: total.total() };
    },
  };
}

function byKey(one: UsageReportRow, other: UsageReportRow): number {
  return one.key < other.key ? -1 : 1;
}

function byCost(one: UsageReportRow, other: UsageReportRow): number {
  return (other.costUsd ?? 0) - (one.costUsd ?? 0) || other.total - one.total || byKey(one, other);
}
