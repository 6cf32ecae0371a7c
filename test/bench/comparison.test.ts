import { describe, expect, it } from 'vitest';
import { type CheckFigure, compareRuns, comparisonTable, median, parseFigures } from '../../bench/comparison.ts';

const speed = (value: number, name = '1 events'): CheckFigure => ({ name, value, unit: 'x', isSpeed: true });
const cost = (value: number, name = '13 sessions'): CheckFigure => ({ name, value, unit: 'x', isSpeed: false });
const runs = (make: (value: number) => CheckFigure, ...values: number[]) => values.map((value) => [make(value)]);
const verdict = (before: CheckFigure[][], after: CheckFigure[][]) => compareRuns(before, after)[0]?.verdict;

describe('the figures of a bench', () => {
  it('are those of the lines that judge a target, whatever else is printed', () => {
    const output = [
      'threadline bench: dist/, Node 24.21.0, linux-x64, scale 1',
      'ours                  exec             120          80        0.76         430          61',
      'target 1 events as fast as the bare loop on exec, warm: 0.76x (at least 0.75x) pass',
      'target 6 peak memory of events on exec, over the bare loop: 12.34 MB (at most 15 MB) pass',
      'target 14 CPU per element at 100 000 against 1 000, turns: 2.10x (at most 2x) FAIL',
      'target archive first index: 3.91x (at most 2.2x; bare FTS5 10.1 s) FAIL',
      'target 9 CPU time of threadline check against bare node: skipped (the command line is not built)',
    ].join('\n');
    expect(parseFigures(output)).toEqual([
      { name: '1 events as fast as the bare loop on exec, warm', value: 0.76, unit: 'x', isSpeed: true },
      { name: '6 peak memory of events on exec, over the bare loop', value: 12.34, unit: ' MB', isSpeed: false },
      { name: '14 CPU per element at 100 000 against 1 000, turns', value: 2.1, unit: 'x', isSpeed: false },
      { name: 'archive first index', value: 3.91, unit: 'x', isSpeed: false },
    ]);
  });
});

describe('two trees compared', () => {
  it('are judged by the medians of their runs: one run that was disturbed changes nothing', () => {
    const [check] = compareRuns(runs(cost, 2, 2, 2, 2, 9), runs(cost, 2.02, 2.02, 2.02, 2.02, 0.5));
    expect(check).toMatchObject({ before: 2, after: 2.02, cost: 1.01, verdict: 'ok' });
  });

  it('fail where a cost is more than five percent higher, and hold at five', () => {
    expect(verdict(runs(cost, 20, 20, 20), runs(cost, 21.5, 21.5, 21.5))).toBe('FAIL');
    expect(verdict(runs(cost, 20, 20, 20), runs(cost, 21, 21, 21))).toBe('ok');
  });

  it('fail where a speed is more than five percent lower', () => {
    expect(verdict(runs(speed, 7.5, 7.5, 7.5), runs(speed, 7, 7, 7))).toBe('FAIL');
    expect(verdict(runs(speed, 7, 7, 7), runs(speed, 7.5, 7.5, 7.5))).toBe('faster');
  });

  it('are too noisy where the runs of one tree lie further apart than the two trees do', () => {
    expect(verdict(runs(cost, 18, 20, 22), runs(cost, 21.5, 21.5, 21.5))).toBe('too noisy');
    // A small figure has but two digits: what is between 0.18 and 0.19 nobody knows.
    expect(verdict(runs(speed, 0.19, 0.19), runs(speed, 0.18, 0.18))).toBe('too noisy');
  });

  it('are not judged by memory, nor by a check that only one of them has', () => {
    const memory = (value: number): CheckFigure => ({ name: '6 peak', value, unit: ' MB', isSpeed: false });
    expect(verdict(runs(memory, 10, 10), runs(memory, 20, 20))).toBe('memory');
    expect(verdict([], runs(cost, 1, 1))).toBe('only after');
    expect(verdict(runs(cost, 1, 1), [])).toBe('only before');
  });

  it('have a median of an even number of runs between the two in the middle, and none of no run', () => {
    expect(median([4, 1, 3, 2].map((value) => ({ value })))).toBe(2.5);
    expect(median([])).toBeUndefined();
  });

  it('are a table with a line for each check', () => {
    const table = comparisonTable(compareRuns(runs(speed, 0.64, 0.64), runs(speed, 0.72, 0.72)));
    expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['target', 'before', 'after', 'cost', 'spread', 'verdict'],
      ['1 events', '0.64x', '0.72x', '0.89x', '3 %', 'faster'],
    ]);
  });
});
