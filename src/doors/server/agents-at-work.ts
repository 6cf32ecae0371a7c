import { defaultPrices } from '../../machine/usage/price-table.ts';
import { priceOfQuarter, type UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { createUsageTotal } from '../../machine/usage/usage-total.ts';
import { joinStretches, mostAtOnce, type WorkStretch } from '../../machine/usage/work-stretches.ts';
import type { ApiUsageReport } from './api-types.ts';

/** The time agents were at work, the most at once, and the share of sub-agents. */
export function agentsAtWork(
  quarters: Iterable<UsageQuarter>,
  isSubAgent: (row: UsageRow) => boolean,
): ApiUsageReport['work'] {
  const timesOfThread = new Map<string, WorkStretch[]>();
  const subAgents = new Set<string>();
  const main = createUsageTotal();
  for (const quarter of quarters) {
    const thread = `${quarter.agent}/${quarter.threadId}`;
    if (isSubAgent(quarter)) subAgents.add(thread);
    else main.add(quarter, priceOfQuarter(quarter, defaultPrices), quarter.requests);
    const times = timesOfThread.get(thread);
    if (times) times.push(...quarter.stretches);
    else timesOfThread.set(thread, [...quarter.stretches]);
  }
  const stretches = [...timesOfThread.values()].flatMap(joinStretches);
  const ms = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  return { ms, peak: mostAtOnce(stretches), subAgents: subAgents.size, mainCostUsd: main.total().costUsd };
}
