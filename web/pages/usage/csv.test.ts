import { expect, it } from 'vitest';
import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';
import { csvOf } from './csv.ts';

it('writes no cell that a spreadsheet would run, and quotes what holds commas and quotes', () => {
  const usage = {
    input: 1,
    cached: 0,
    cacheWrite: 0,
    output: 2,
    reasoning: 0,
    total: 3,
    costUsd: null,
    sessions: 1,
    requests: 1,
  };
  const keys = ['=cmd()', '+1', '-1', '@x', 'a,"b"', 'plain'];
  const report: ApiUsageReport = {
    schema: 1,
    by: 'project',
    zone: 'UTC',
    prices: { date: '2026-11-01', source: 'x' },
    work: { ms: 0, peak: 0, subAgents: 0, mainCostUsd: null },
    rows: keys.map((key) => ({ ...usage, key })),
    total: usage,
  };
  const cells = csvOf(report)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(',1,1,1,')));
  expect(cells).toEqual(["'=cmd()", "'+1", "'-1", "'@x", '"a,""b"""', 'plain']);
});
