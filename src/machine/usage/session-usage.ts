import type { PriceTable } from './price-table.ts';
import { readUsage, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
import { createSessionSums } from './session-sums.ts';
import type { UsageRow } from './usage-row.ts';
import type { UsageTotal } from './usage-total.ts';

export interface SessionUsageOptions extends UsageScanOptions {
  /** By default those that came with this version. */
  prices?: PriceTable;
}

/** What each thread used and cost, by `agent:ID`. All files at once: what a fork repeats counts for its parent. */
export async function sessionUsage(
  sources: Iterable<string | UsageSource>,
  { prices, ...options }: SessionUsageOptions = {},
): Promise<Map<string, UsageTotal>> {
  const sums = createSessionSums(prices);
  await readUsage(sources, sums.add, options);
  return sums.totals();
}

/** The requests of one session. `others` are read only where its file says that they may tell some of it too. */
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
