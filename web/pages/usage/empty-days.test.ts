import { expect, it } from 'vitest';
import { withEmptyDays } from './empty-days.ts';

it('gives every day up to today once and in order, also over a change of the clock', () => {
  const usage = {
    input: 5,
    cached: 0,
    cacheWrite: 0,
    output: 0,
    reasoning: 0,
    total: 5,
    costUsd: null,
    sessions: 1,
    requests: 1,
  };
  const now = new Date(2026, 10, 2, 0, 30).getTime();
  const rows = withEmptyDays([{ ...usage, key: '2026-10-25' }], 14, now);
  expect(rows).toHaveLength(15);
  expect(rows[0]?.key).toBe('2026-10-19');
  expect(rows.at(-1)?.key).toBe('2026-11-02');
  expect(new Set(rows.map((row) => row.key)).size).toBe(15);
  expect(rows.filter((row) => row.total > 0).map((row) => row.key)).toEqual(['2026-10-25']);
});
