import { expect, it } from 'vitest';
import type { RowKind } from '../../core/writers/rows/row.ts';
import { contextRunAt, foldContextRuns } from './context-runs.ts';

const kinds: RowKind[] = ['context', 'context', 'context', 'prompt', 'context', 'answer', 'context', 'context'];
const rows = kinds.map((_, row) => row);

it('leaves the first row of each run of context, and all of one that is open', () => {
  expect(foldContextRuns(rows, kinds, () => false)).toEqual([0, 3, 4, 5, 6]);
  expect(foldContextRuns(rows, kinds, (first) => first === 6)).toEqual([0, 3, 4, 5, 6, 7]);
});

it('knows the run of a row, and none for a row alone', () => {
  expect([1, 2, 4, 5, 7, 99].map((row) => contextRunAt(kinds, row))).toEqual([
    { first: 0, count: 3 },
    { first: 0, count: 3 },
    undefined,
    undefined,
    { first: 6, count: 2 },
    undefined,
  ]);
});
