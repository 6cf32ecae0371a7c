import type { Cost, UnknownPrice } from './price-of.ts';
import { addTokens, noTokens, type TokenCounts } from './token-counts.ts';
import type { UsageRow } from './usage-row.ts';

export interface UsageTotal extends TokenCounts {
  /** Number of threads. */
  sessions: number;
  requests: number;
  /** Input plus output. */
  total: number;
  /** Cost in dollars, as far as known; null if nothing could be priced. */
  costUsd: number | null;
  /** Tokens that the cost omits, by the model or tier that has no price. */
  unpriced: Record<string, number>;
}

export interface UsageTotalBuilder {
  add(row: UsageRow, cost: Cost | UnknownPrice): void;
  total(): UsageTotal;
}

export function createUsageTotal(): UsageTotalBuilder {
  const threads = new Set<string>();
  const unpriced = new Map<string, number>();
  const tokens = noTokens();
  let requests = 0;
  let usd = 0;
  let isPriced = false;

  return {
    add(row, cost) {
      threads.add(row.threadId);
      requests += 1;
      addTokens(tokens, row);
      if ('unknown' in cost) unpriced.set(cost.unknown, (unpriced.get(cost.unknown) ?? 0) + row.input + row.output);
      else {
        isPriced = true;
        usd += cost.usd;
      }
    },
    total() {
      return {
        sessions: threads.size,
        requests,
        ...tokens,
        total: tokens.input + tokens.output,
        costUsd: isPriced ? Math.round(usd * 1e6) / 1e6 : null,
        unpriced: Object.fromEntries(unpriced),
      };
    },
  };
}
