import { priceOf } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createUsageTotal, type UsageTotalBuilder } from '../../../machine/usage/usage-total.ts';
import type { ApiUsage } from '../api-types.ts';
import { apiUsage } from '../listed-head.ts';

/** The beginning of a turn: its first line in the session's file, and its time if it has one. */
export interface TurnStart {
  line: number;
  time?: number | undefined;
}

/** Tokens and cost of each turn. Every request is in exactly one, so they add up to those of the session. */
export function turnUsages(starts: readonly TurnStart[], requests: readonly UsageRow[]): (ApiUsage | undefined)[] {
  const sums: (UsageTotalBuilder | undefined)[] = starts.map(() => undefined);
  // All of a document is one line to its reader, and then only the times tell.
  const isDocument = starts.length > 1 && starts.every(({ line }) => line === starts[0]?.line);
  const places = runningMost(starts.map(({ line, time }) => (isDocument ? (time ?? 0) : line)));
  for (const request of requests) {
    const turn = Math.max(0, lastUpTo(places, isDocument ? request.at : request.line));
    const sum = sums[turn] ?? createUsageTotal();
    sum.add(request, priceOf(request, defaultPrices));
    if (turn < sums.length) sums[turn] = sum;
  }
  return sums.map((sum) => sum && apiUsage(sum.total()));
}

/** Each value, or a greater one before it: a clock may be set back. */
function runningMost(values: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

/** The index of the last value that is not greater; -1 if all are. */
function lastUpTo(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
