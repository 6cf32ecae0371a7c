import { priceOf } from '../usage/price-of.ts';
import type { PriceTable } from '../usage/price-table.ts';
import type { UsageRow } from '../usage/usage-row.ts';

/** A request with its price. */
export interface PricedRequest {
  row: UsageRow;
  /** Undefined if it has no price. */
  usd: number | undefined;
  /** The part for what was sent to the model. */
  inputUsd: number | undefined;
  /** What it would have cost with so many tokens of its input in the cache; 0 without a price. */
  usdIfCached(tokens: number): number;
}

export function pricedRequest(row: UsageRow, prices: PriceTable): PricedRequest {
  const cost = priceOf(row, prices);
  if ('unknown' in cost) return { row, usd: undefined, inputUsd: undefined, usdIfCached: () => 0 };
  return {
    row,
    usd: cost.usd,
    inputUsd: cost.input + cost.cached + cost.cacheWrite,
    usdIfCached(tokens) {
      const cached = Math.max(row.cached, Math.min(tokens, row.input));
      const cacheWrite = Math.min(row.cacheWrite, row.input - cached);
      const other = priceOf({ ...row, cached, cacheWrite, cacheWriteHour: undefined }, prices);
      return 'unknown' in other ? 0 : other.usd;
    },
  };
}

/** The sum of what is known; null if nothing is. */
export function sumUsd(amounts: Iterable<number | undefined>): number | null {
  let sum = 0;
  let isKnown = false;
  for (const usd of amounts) {
    if (usd === undefined) continue;
    sum += usd;
    isKnown = true;
  }
  return isKnown ? roundUsd(sum) : null;
}

export function roundUsd(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
