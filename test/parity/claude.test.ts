import { expect, it } from 'vitest';
import { bundledClaudeRuns } from './claude-runs.ts';
import { compareClaudeRun } from './compare-claude.ts';

const runs = bundledClaudeRuns().flatMap((run) => {
  const comparison = compareClaudeRun(run);
  return comparison ? [{ ...run, comparison }] : [];
});

it.each(runs)('Claude Code $version $scenario: as printed is as kept', ({ comparison }) => {
  expect(comparison.differences).toEqual([]);
  expect(comparison.equal).toBe(comparison.total);
});

it('compares what there is to compare', () => {
  const blocks = runs.reduce((sum, { comparison }) => sum + comparison.equal, 0);
  expect(runs.length).toBeGreaterThan(25);
  expect(blocks).toBeGreaterThan(100);
});
