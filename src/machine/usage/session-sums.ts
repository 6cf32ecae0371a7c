import { normaliseId } from '../sessions/store.ts';
import { priceOf } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import { priceOfQuarter, type UsageQuarter } from './usage-quarter.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

/** Usage of sessions, by `agent:ID`, with ids as `listSessions` returns them. */
export type SessionUsages = ReadonlyMap<string, UsageTotal>;

export function usageName({ agent, threadId }: { agent: string | undefined; threadId: string }): string {
  return `${agent}:${normaliseId(threadId)}`;
}

export function createSessionSums(prices: PriceTable = defaultPrices) {
  const sums = new Map<string, UsageTotalBuilder>();

  function sumOf(row: UsageRow): UsageTotalBuilder {
    const name = usageName(row);
    const sum = sums.get(name) ?? createUsageTotal();
    sums.set(name, sum);
    return sum;
  }

  return {
    add: (row: UsageRow): void => sumOf(row).add(row, priceOf(row, prices)),
    addQuarter: (quarter: UsageQuarter): void =>
      sumOf(quarter).add(quarter, priceOfQuarter(quarter, prices), quarter.requests),
    totals: () => new Map<string, UsageTotal>(Array.from(sums, ([name, sum]) => [name, sum.total()])),
  };
}
