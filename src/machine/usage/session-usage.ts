import type { PriceTable } from './price-table.ts';
import type { ReadFile } from './read-file.ts';
import { readUsage, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
import { createSessionSums } from './session-sums.ts';
import type { UsageRow } from './usage-row.ts';
import type { UsageTotal } from './usage-total.ts';

/** Options of `sessionUsage`. */
export interface SessionUsageOptions extends UsageScanOptions {
  /** Default: the prices that come with this version. */
  prices?: PriceTable;
}

/**
 * Usage and cost of each thread, by `agent:ID`. Needs all files at once: a fork's repeats count for its parent.
 *
 * @example
 * import { findUsageFiles, sessionUsage } from 'threadline/usage';
 *
 * for (const [key, { requests, costUsd }] of await sessionUsage(findUsageFiles())) console.log(key, requests, costUsd);
 */
export async function sessionUsage(
  sources: Iterable<string | UsageSource>,
  { prices, ...options }: SessionUsageOptions = {},
): Promise<Map<string, UsageTotal>> {
  const sums = createSessionSums(prices);
  await readUsage(sources, sums.add, options);
  return sums.totals();
}

/** The requests of one session. `others` are read only if its file says that they may hold some too. */
export function readSessionRows(
  path: string,
  others: () => Iterable<string | UsageSource>,
  options: UsageScanOptions = {},
): Promise<UsageRow[]> {
  return readRowsAmong({ path }, async () => others(), options);
}

/** The same if it takes time to find the others. */
export async function readRowsAmong(
  file: ReadFile,
  others: () => Promise<Iterable<string | UsageSource>>,
  options: UsageScanOptions = {},
): Promise<UsageRow[]> {
  const { path } = file;
  let isShared = false;
  const rows: UsageRow[] = [];
  await readUsage([file], (row) => rows.push(row), { ...options, onShared: () => (isShared = true) });
  if (!isShared) return rows;
  const threads = new Set(rows.map(({ threadId }) => threadId));
  const all = [...(await others())];
  if (all.every((other) => (typeof other === 'string' ? other : other.path) !== path)) all.push(path);
  const told: UsageRow[] = [];
  await readUsage(all, (row) => threads.has(row.threadId) && told.push(row), { ...options, onProblem: undefined });
  return told;
}
