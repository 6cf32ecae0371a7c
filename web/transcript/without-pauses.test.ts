import { expect, it } from 'vitest';
import type { ApiSpans } from '../../src/doors/server/api-types.ts';
import { withoutPauses } from './without-pauses.ts';

const span = (row: number, from: number, to: number): ApiSpans['spans'][number] => [row, 0, from, to, 'command', 0];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('leaves a session without pauses as it is', () => {
  const time = { spans: [span(0, 0, MINUTE), span(1, 5 * MINUTE, 6 * MINUTE)], end: 6 * MINUTE, waits: [] };
  expect(withoutPauses(time)).toEqual({ ...time, pauses: [] });
  const nothing = { spans: [], waits: [], end: 0 };
  expect(withoutPauses(nothing)).toEqual({ ...nothing, pauses: [] });
});

it('makes a night short, and keeps how long everything else took', () => {
  const night = 44 * HOUR;
  const { spans, end, pauses, waits } = withoutPauses({
    spans: [span(0, 0, 4 * MINUTE), span(1, 4 * MINUTE + night, 10 * MINUTE + night)],
    waits: [[4 * MINUTE, 4 * MINUTE + night]],
    end: 10 * MINUTE + night,
  });
  const shown = 10 * MINUTE * 0.03;
  expect(pauses).toEqual([{ from: 4 * MINUTE, to: 4 * MINUTE + shown, ms: night }]);
  expect(waits).toEqual(pauses);
  expect(spans.map(([, , from, to]) => [from, to])).toEqual([
    [0, 4 * MINUTE],
    [4 * MINUTE + shown, 10 * MINUTE + shown],
  ]);
  expect(end).toBe(10 * MINUTE + shown);
});

it('keeps the order of times, also of rows that stand before their time', () => {
  const times = [0, 1, 50, 3, 200, 199, 120, 400].map((hours) => hours * HOUR);
  const { spans, end } = withoutPauses({
    spans: times.map((at, row) => span(row, at, at + MINUTE)),
    waits: [],
    end: 401 * HOUR,
  });
  const placed = spans.map(([row, , from]) => [times[row] ?? 0, from] as const).sort((a, b) => a[0] - b[0]);
  for (const [index, [, from]] of placed.entries()) expect(from).toBeGreaterThanOrEqual(placed[index - 1]?.[1] ?? 0);
  expect(Math.max(...spans.map(([, , , to]) => to))).toBeLessThanOrEqual(end);
});
