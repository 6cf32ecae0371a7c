import { expect, it } from 'vitest';
import type { Row } from './api-types.ts';
import { rowOfLine } from './row-of-line.ts';

const rows = (
  [
    [0, 0],
    [2, 2],
    [4, 20],
    [6, 6],
    [30, 30],
  ] as const
).map(
  ([first, last], row): Row => ({
    row,
    id: `m${row}`,
    kind: 'answer',
    role: 'assistant',
    turn: 1,
    blocks: [],
    lines: [first, last],
  }),
);

it('finds the row that a line made, that spans it, or that is before it', () => {
  const found = [2, 4, 6, 20, 7, 21, 29, 30, 1_000_000].map((line) => rowOfLine(rows, line)?.row);
  expect(found).toEqual([1, 2, 3, 2, 2, 3, 3, 4, 4]);
});

it('finds the first row for a line before all of them, and none where there is none', () => {
  expect(rowOfLine(rows.slice(1), 1)?.row).toBe(1);
  expect(rowOfLine([], 1)).toBeUndefined();
});
