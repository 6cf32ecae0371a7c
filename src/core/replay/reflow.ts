import type { View } from './blame-file.ts';
import type { FileState } from './file-state.ts';

/** Fewer characters match by chance. */
const LEAST_CHARACTERS = 24;

/** A formatter breaks and joins lines: the same characters without blanks, quotes and brackets. */
export function byReflow(view: View, { lines, writers }: FileState): void {
  const { table, added, answers } = view;
  const open = added.flatMap((_, index) => (answers[index]?.writer === 0 ? [index] : []));
  if (open.length === 0) return;
  let whole = '';
  const ends: number[] = [];
  for (const id of lines) {
    whole += bare(table.line(id));
    ends.push(whole.length);
  }
  for (const index of open) {
    const wanted = bare(table.line(view.lines[(added[index] ?? 1) - 1] ?? 0));
    const at = wanted.length < LEAST_CHARACTERS ? -1 : whole.indexOf(wanted);
    if (at === -1) continue;
    const writer = writers[firstAbove(ends, at)] ?? 0;
    if (writer > 0) answers[index] = { writer, rule: 'reflow' };
  }
}

function bare(line: string): string {
  return line.replace(/[\s'"`()[\]{},;]+/g, '');
}

/** The first of the rising numbers that is above one. */
function firstAbove(ends: readonly number[], wanted: number): number {
  let low = 0;
  for (let high = ends.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
