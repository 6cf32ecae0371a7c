import { priceOf } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import { readUsage, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

export interface SessionUsageOptions extends UsageScanOptions {
  /** By default those that came with this version. */
  prices?: PriceTable;
}

/**
 * What each thread of some files used and cost, by `agent:ID`. All files at once, so that what a fork repeats counts for
 * the thread that asked for it.
 */
export async function sessionUsage(
  sources: Iterable<string | UsageSource>,
  { prices = defaultPrices, ...options }: SessionUsageOptions = {},
): Promise<Map<string, UsageTotal>> {
  const sums = new Map<string, UsageTotalBuilder>();
  const add = (key: string): UsageTotalBuilder => {
    const sum = createUsageTotal();
    sums.set(key, sum);
    return sum;
  };
  await readUsage(
    sources,
    (row) => {
      const key = `${row.agent}:${row.threadId}`;
      (sums.get(key) ?? add(key)).add(row, priceOf(row, prices));
    },
    options,
  );
  return new Map(Array.from(sums, ([key, sum]) => [key, sum.total()]));
}
