import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { ApiUsageReport } from './api-types.ts';

/** A thread without a request to its model for this long waits for somebody. */
const PAUSE_MS = 5 * 60_000;

/** The time agents were at work, the most at once, and the share of sub-agents. */
export function agentsAtWork(rows: Iterable<UsageRow>, isSubAgent: (row: UsageRow) => boolean): ApiUsageReport['work'] {
  const timesOfThread = new Map<string, number[]>();
  const subAgents = new Set<string>();
  let mainCostUsd: number | null = null;
  for (const row of rows) {
    const thread = `${row.agent}/${row.threadId}`;
    if (isSubAgent(row)) subAgents.add(thread);
    else {
      const cost = priceOf(row, defaultPrices);
      if (!('unknown' in cost)) mainCostUsd = (mainCostUsd ?? 0) + cost.usd;
    }
    if (row.at <= 0) continue;
    const times = timesOfThread.get(thread);
    if (times) times.push(row.at);
    else timesOfThread.set(thread, [row.at]);
  }
  const stretches = [...timesOfThread.values()].flatMap(stretchesOf);
  const ms = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  return { ms, peak: mostAtOnce(stretches), subAgents: subAgents.size, mainCostUsd };
}

interface Stretch {
  from: number;
  to: number;
}

/** The stretches in which a thread made requests without a pause. */
function stretchesOf(times: number[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const at of times.sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last && at - last.to <= PAUSE_MS) last.to = at;
    else stretches.push({ from: at, to: at });
  }
  return stretches;
}

function mostAtOnce(stretches: readonly Stretch[]): number {
  const begins = stretches.map(({ from }) => from).sort((a, b) => a - b);
  const ends = stretches.map(({ to }) => to).sort((a, b) => a - b);
  let [most, ended] = [0, 0];
  for (const [index, begin] of begins.entries()) {
    while ((ends[ended] ?? begin) < begin) ended += 1;
    most = Math.max(most, index + 1 - ended);
  }
  return most;
}
