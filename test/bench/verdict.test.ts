import { describe, expect, it } from 'vitest';
import { parseFigures } from '../../bench/comparison.ts';
import { type Judged, judge, ratios, spreadOf, verdictLine } from '../../bench/verdict.ts';

const speed = (value: number, ...runs: number[]): Judged => ({
  target: '1',
  name: 'events',
  unit: 'x',
  value,
  runs,
  atLeast: 0.6,
});

describe('the verdict on a target', () => {
  it('is pass or FAIL where its runs lie closer together than the figure lies to the bound', () => {
    expect(judge(speed(0.7, 0.69, 0.7, 0.7, 0.71, 0.71))).toBe('pass');
    expect(judge(speed(0.5, 0.49, 0.5, 0.5, 0.51, 0.51))).toBe('FAIL');
  });

  it('is neither where they lie further apart, on both sides of the bound', () => {
    expect(judge(speed(0.62, 0.55, 0.6, 0.62, 0.66, 0.7))).toBe('too noisy');
    expect(judge(speed(0.58, 0.52, 0.55, 0.58, 0.62, 0.66))).toBe('too noisy');
  });

  it('takes a cost the other way round, and one run as it is', () => {
    const cost = { target: 'lists', name: 'rows', unit: 'x', atMost: 2.5 };
    expect(judge({ ...cost, value: 2, runs: [2] })).toBe('pass');
    expect(judge({ ...cost, value: 3, runs: [3] })).toBe('FAIL');
  });

  it('is neither where the data are fewer than the bound was set for, and a comparison of two trees reads it all the same', () => {
    const few = { ...speed(0.3, 0.3), isTooSmall: true };
    expect(judge(few)).toBe('too small');
    expect(parseFigures(verdictLine(few))).toEqual([{ name: '1 events', value: 0.3, unit: 'x', isSpeed: true }]);
  });

  it('does not let one disturbed run of five speak', () => {
    expect(spreadOf([1, 1.1, 1.05, 9, 1.02])).toBeCloseTo(0.1);
    expect(spreadOf([1, 1.1, 9, 0.1, 1.02])).toBeGreaterThan(0.5);
    expect(spreadOf([])).toBe(0);
  });

  it('is printed with its spread, in a line that a comparison of two trees reads', () => {
    const line = verdictLine(speed(0.62, 0.55, 0.6, 0.62, 0.66, 0.7));
    expect(line).toBe('target 1 events: 0.62x (at least 0.6x; 5 runs 0.55 to 0.70) too noisy');
    expect(parseFigures(line)).toEqual([{ name: '1 events', value: 0.62, unit: 'x', isSpeed: true }]);
  });

  it('compares two contestants run by run', () => {
    expect(ratios([2, 3], [1, 2])).toEqual([2, 1.5]);
  });
});
