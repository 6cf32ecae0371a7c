import { describe, expect, it } from 'vitest';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { createUsageQuarters, priceBands } from '../../machine/usage/usage-quarter.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import { agentsAtWork } from './agents-at-work.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 14, 9);

function request(threadId: string, minute: number, model = 'gpt-5.5-codex'): UsageRow {
  const counts = { input: 1000, cached: 0, cacheWrite: 0, output: 100, reasoning: 0 };
  const at = START + minute * MINUTE;
  return { agent: 'codex', threadId, key: `${threadId} ${minute}`, at, model, ...counts, source: 'file', line: 1 };
}

function workOf(rows: readonly UsageRow[]) {
  const sums = createUsageQuarters(priceBands(defaultPrices));
  for (const row of rows) sums.add(row);
  return agentsAtWork(sums.quarters(), isChild);
}

const isChild = ({ threadId }: UsageRow) => threadId.startsWith('child');

describe('agents at work', () => {
  it('are at work from request to request, and not through a pause', () => {
    const rows = [request('a', 3), request('a', 0), request('a', 1), request('a', 60), request('a', 62)];
    expect(workOf(rows)).toMatchObject({ ms: 5 * MINUTE, peak: 1, subAgents: 0 });
  });

  it('are counted at once where their times overlap', () => {
    const rows = ['a', 'b', 'child'].flatMap((thread, index) => [request(thread, index), request(thread, index + 3)]);
    expect(workOf([...rows, request('c', 30)])).toMatchObject({ peak: 3, subAgents: 1 });
  });

  it('have a cost of their own without the sub-agents, and none where nothing has a price', () => {
    const alone = workOf([request('a', 0)]);
    expect(workOf([request('a', 0), request('child', 0)]).mainCostUsd).toBe(alone.mainCostUsd);
    expect(workOf([request('a', 0, 'local/none')]).mainCostUsd).toBeNull();
  });

  it('are at work for no time where nothing was asked, or nothing says when', () => {
    expect(workOf([])).toEqual({ ms: 0, peak: 0, subAgents: 0, mainCostUsd: null });
    expect(workOf([{ ...request('a', 0), at: 0 }])).toMatchObject({ ms: 0, peak: 0 });
  });
});
