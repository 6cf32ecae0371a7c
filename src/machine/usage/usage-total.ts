import type { Cost, UnknownPrice } from './price-of.ts';
import type { UsageRow } from './usage-row.ts';

/** What some requests used and cost together. */
export interface UsageTotal {
  /** How many threads they belong to. */
  sessions: number;
  requests: number;
  /** Counts as in `UsageRow`. */
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  /** Input and output. */
  total: number;
  /** In dollars, as far as it is known; null when nothing could be priced. */
  costUsd: number | null;
  /** What the cost does not hold: tokens by the model, or the tier of it, that has no price. */
  unpriced: Record<string, number>;
}

export interface UsageTotalBuilder {
  add(row: UsageRow, cost: Cost | UnknownPrice): void;
  total(): UsageTotal;
}

export function createUsageTotal(): UsageTotalBuilder {
  const threads = new Set<string>();
  const unpriced = new Map<string, number>();
  let [requests, input, cached, cacheWrite, output, reasoning, usd] = [0, 0, 0, 0, 0, 0, 0];
  let isPriced = false;

  return {
    add(row, cost) {
      threads.add(row.threadId);
      requests += 1;
      input += row.input;
      cached += row.cached;
      cacheWrite += row.cacheWrite;
      output += row.output;
      reasoning += row.reasoning;
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
        input,
        cached,
        cacheWrite,
        output,
        reasoning,
        total: input + output,
        costUsd: isPriced ? Math.round(usd * 1e6) / 1e6 : null,
        unpriced: Object.fromEntries(unpriced),
      };
    },
  };
}
