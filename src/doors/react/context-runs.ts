import type { RowKind } from '../../core/writers/rows/row.ts';

/** Agents begin with several blocks of context. Two or more in a row are one line until the reader opens them. */
const LEAST = 2;

/** The first row of the run of context that a row is in, and the length of the run. One row alone is no run. */
export function contextRunAt(kinds: readonly RowKind[], row: number): { first: number; count: number } | undefined {
  if (kinds[row] !== 'context') return undefined;
  let first = row;
  while (kinds[first - 1] === 'context') first -= 1;
  let last = row;
  while (kinds[last + 1] === 'context') last += 1;
  const count = last - first + 1;
  return count < LEAST ? undefined : { first, count };
}

/** The rows without those that are behind the first one of their run. */
export function foldContextRuns(
  rows: readonly number[],
  kinds: readonly RowKind[],
  isOpen: (first: number) => boolean,
): number[] {
  let first = -1;
  return rows.filter((row) => {
    if (kinds[row] !== 'context') return true;
    if (kinds[row - 1] !== 'context') first = row;
    return row === first || isOpen(first);
  });
}
