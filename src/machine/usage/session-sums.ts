import { normaliseId } from '../sessions/store.ts';
import { priceOf } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

/** Usage of sessions, by `agent:ID`, with ids as `listSessions` returns them. */
export type SessionUsages = ReadonlyMap<string, UsageTotal>;

export function usageName({ agent, threadId }: { agent: string | undefined; threadId: string }): string {
  return `${agent}:${normaliseId(threadId)}`;
}

export function createSessionSums(prices: PriceTable = defaultPrices) {
  const sums = new Map<string, UsageTotalBuilder>();
  return {
    add(row: UsageRow): void {
      const name = usageName(row);
      const sum = sums.get(name) ?? createUsageTotal();
      sums.set(name, sum);
      sum.add(row, priceOf(row, prices));
    },
    totals: () => new Map<string, UsageTotal>(Array.from(sums, ([name, sum]) => [name, sum.total()])),
  };
}
