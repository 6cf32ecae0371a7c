import { priceOf } from '../../../machine/usage/index.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';

/**
 * What a run cost by now, in dollars; undefined if its model has no price. The agent's count does not tell what was
 * cached, so all input counts as new: it is the most that it can have cost.
 */
export function runPrice({ input, output, model }: { input: number; output: number; model?: string | undefined }) {
  const row = { agent: '', threadId: '', key: '', source: '', line: 0, at: Date.now(), model };
  const cost = priceOf({ ...row, input, output, cached: 0, cacheWrite: 0, reasoning: 0 }, defaultPrices);
  return 'unknown' in cost ? undefined : cost.usd;
}
