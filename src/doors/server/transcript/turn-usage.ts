import { type SessionPlace, turnsOfRequests } from '../../../machine/insights/time/place-requests.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createUsageTotal, type UsageTotalBuilder } from '../../../machine/usage/usage-total.ts';
import type { ApiUsage } from '../api-types.ts';
import { apiUsage } from '../listed-head.ts';

/** Tokens and cost of each turn. Every request is in exactly one, so they add up to those of the session. */
export function turnUsages(starts: readonly SessionPlace[], requests: readonly UsageRow[]): (ApiUsage | undefined)[] {
  const sums: (UsageTotalBuilder | undefined)[] = starts.map(() => undefined);
  const turns = turnsOfRequests(starts, requests);
  for (const [index, request] of requests.entries()) {
    const turn = turns[index] ?? 0;
    const sum = sums[turn] ?? createUsageTotal();
    sum.add(request, priceOf(request, defaultPrices));
    if (turn < sums.length) sums[turn] = sum;
  }
  return sums.map((sum) => sum && apiUsage(sum.total()));
}
