import type { ApiCompare } from '../../../src/doors/server/api-types.ts';

type StepRow = ApiCompare['steps'][number];

/** A step, or a run of equal ones that is folded. */
export interface StepLine {
  /** The place of its first step. */
  first: number;
  count: number;
  row?: StepRow;
}

/** Shorter runs are shown whole. */
const LEAST_RUN = 3;

/** The lines of a list of steps. `opened` has the first places of runs that are shown whole. */
export function stepLines(
  steps: readonly StepRow[],
  only: StepRow['kind'] | undefined,
  opened: ReadonlySet<number>,
): StepLine[] {
  const lines: StepLine[] = [];
  for (let first = 0; first < steps.length; ) {
    const row = steps[first];
    let count = 1;
    if (row?.kind === 'same') while (steps[first + count]?.kind === 'same') count += 1;
    // The prompt that all began with stays in sight.
    if (first === 0 && only === undefined) count = 1;
    const isFolded = only === undefined && count >= LEAST_RUN && !opened.has(first);
    if (isFolded) lines.push({ first, count });
    else {
      for (let place = first; place < first + count; place += 1) {
        const one = steps[place];
        if (one && (only === undefined || one.kind === only)) lines.push({ first: place, count: 1, row: one });
      }
    }
    first += count;
  }
  return lines;
}
