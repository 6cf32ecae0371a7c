import { expect, it } from 'vitest';
import { createReviewWindows } from './review-windows.ts';
import type { UsageRow } from './usage-row.ts';

const row = (at: number): UsageRow => ({
  agent: 'codex',
  threadId: 't',
  key: `L${at}`,
  at,
  input: 1,
  cached: 0,
  cacheWrite: 0,
  output: 1,
  reasoning: 0,
  source: 's',
  line: 1,
});

it('tells what stands between two marks where no review began there, of many', () => {
  const windows = createReviewWindows();
  const count = 100_000;
  for (let index = count; index > 0; index -= 1) {
    const from = index * 100_000;
    windows.addWindow({ from, to: from + 50_000, rows: [row(from + 1)] });
    // Every other one begins in its window, a moment early; the rest after it.
    windows.addReview(index % 2 === 0 ? from - 1000 : from + 60_000);
  }
  const untold = windows.untold();
  expect(untold).toHaveLength(count / 2);
  expect(untold.every(({ at }) => ((at - 1) / 100_000) % 2 === 1)).toBe(true);
});

it('takes a window that nothing closed to its last request', () => {
  const windows = createReviewWindows();
  windows.addWindow({ from: 10_000, to: 0, rows: [row(20_000)] });
  windows.addReview(20_001);
  expect(windows.untold()).toHaveLength(1);
  windows.addReview(20_000);
  expect(windows.untold()).toEqual([]);
});
