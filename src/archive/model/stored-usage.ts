import { archiveLimits } from '../../limits/archive.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { createUsageTotal, type UsageTotal } from '../../machine/usage/usage-total.ts';
import type { SessionKey } from './session-row.ts';
import type { StoreUsageFilter, ThreadStore } from './thread-store.ts';

/** Yields the requests that a store counts, page by page. A store knows all files: a fork's repeats count once. */
export async function* storedRows(store: ThreadStore, filter: StoreUsageFilter = {}): AsyncGenerator<UsageRow> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await store.usageRows(filter, { limit: archiveLimits.maxPageRows, cursor });
    yield* rows;
    if (next === undefined) return;
    cursor = next;
  }
}

/** Usage and cost of a stored session; undefined if it made no request. */
export async function storedUsage(store: ThreadStore, session: SessionKey): Promise<UsageTotal | undefined> {
  const sum = createUsageTotal();
  for await (const row of storedRows(store, { session })) sum.add(row, priceOf(row, defaultPrices));
  const total = sum.total();
  return total.requests > 0 ? total : undefined;
}
