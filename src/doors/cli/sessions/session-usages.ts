import { ThreadlineError } from '../../../errors.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { normaliseId } from '../../../machine/sessions/store.ts';
import type { UsageTotal } from '../../../machine/usage/index.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { createUsageTotal, type UsageTotalBuilder } from '../../../machine/usage/usage-total.ts';
import { readArchive } from '../read-archive.ts';

/** What sessions used, by `agent:ID`. */
export type SessionUsages = ReadonlyMap<string, UsageTotal>;

export function sessionKey({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string {
  return `${agent}:${id}`;
}

/** Undefined where the files of a session count no request. */
export function usageOf(info: SessionInfo, usages: SessionUsages | undefined): UsageTotal | undefined {
  return usages?.get(sessionKey(info));
}

/** What sessions used whose files are gone, as the archive knows it: the requests that it counts for them. */
export async function readGoneUsage(keys: readonly string[]): Promise<SessionUsages> {
  const sums = new Map<string, UsageTotalBuilder>(keys.map((key) => [key, createUsageTotal()]));
  try {
    await readArchive(async (archive) => {
      for (let cursor: string | undefined; ; ) {
        const { rows, next } = await archive.usageRows({}, { limit: archiveLimits.maxPageRows, cursor });
        for (const row of rows) {
          const key = sessionKey({ agent: row.agent, id: normaliseId(row.threadId) });
          sums.get(key)?.add(row, priceOf(row, defaultPrices));
        }
        if (next === undefined) return;
        cursor = next;
      }
    });
  } catch (error) {
    // Why it cannot be used was told when the list was made.
    if (!(error instanceof ThreadlineError)) throw error;
  }
  const totals = Array.from(sums, ([key, sum]): [string, UsageTotal] => [key, sum.total()]);
  return new Map(totals.filter(([, { requests }]) => requests > 0));
}
