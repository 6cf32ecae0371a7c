import { normaliseId } from '../sessions/store.ts';
import { priceOf } from './price-of.ts';
import { defaultPrices, type PriceTable } from './price-table.ts';
import { readUsage, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
import type { UsageRow } from './usage-row.ts';
import { createUsageTotal, type UsageTotal, type UsageTotalBuilder } from './usage-total.ts';

export interface SessionUsageOptions extends UsageScanOptions {
  /** By default those that came with this version. */
  prices?: PriceTable;
}

/**
 * What each thread of some files used and cost, by `agent:ID`, ids as `listSessions` gives them. All files at once, so
 * that what a fork repeats counts for the thread that asked for it.
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
      const key = `${row.agent}:${normaliseId(row.threadId)}`;
      (sums.get(key) ?? add(key)).add(row, priceOf(row, prices));
    },
    options,
  );
  return new Map(Array.from(sums, ([key, sum]) => [key, sum.total()]));
}

/**
 * The requests of one session. Its file alone is read, and `others` only where it says that these may tell some of it
 * too: a copy that a fork made, a review, the file that a resume left.
 */
export async function readSessionRows(
  path: string,
  others: () => Iterable<string | UsageSource>,
  options: UsageScanOptions = {},
): Promise<UsageRow[]> {
  let isShared = false;
  const rows: UsageRow[] = [];
  await readUsage([path], (row) => rows.push(row), { ...options, onShared: () => (isShared = true) });
  if (!isShared) return rows;
  const threads = new Set(rows.map(({ threadId }) => threadId));
  const all = [...others()];
  if (all.every((other) => (typeof other === 'string' ? other : other.path) !== path)) all.push(path);
  const told: UsageRow[] = [];
  await readUsage(all, (row) => threads.has(row.threadId) && told.push(row), { ...options, onProblem: undefined });
  return told;
}
