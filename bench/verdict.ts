/** A bound of a target: a speed has a least, a cost a most. */
export interface Bound {
  atLeast?: number;
  atMost?: number;
}

/** Every run of what a target compares, in the order in which they were made. */
export interface Judged extends Bound {
  target: string;
  name: string;
  unit: string;
  /** What counts. */
  value: number;
  /** The same figure of each run alone. One run says nothing of its spread. */
  runs: readonly number[];
  /** What helps to understand the figure. */
  note?: string;
  /** The bound was set for more data than these: what a start costs weighs more here. */
  isTooSmall?: boolean;
}

export type BenchVerdict = 'pass' | 'FAIL' | 'too noisy' | 'too small';

/** Runs that lie further apart than the figure lies from its bound say nothing, neither good nor bad; nor do too few data. */
export function judge({ value, runs, atLeast, atMost, isTooSmall = false }: Judged): BenchVerdict {
  if (isTooSmall) return 'too small';
  const bound = atLeast ?? atMost ?? Number.NaN;
  if (spreadOf(runs) > Math.abs(value - bound)) return 'too noisy';
  const isKept = value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
  return isKept ? 'pass' : 'FAIL';
}

/** One line: the figure, where its runs lie, the bound, the verdict. */
export function verdictLine(judged: Judged): string {
  const { target, name, unit, value, runs, atLeast, atMost, note } = judged;
  const bound = atLeast === undefined ? `at most ${short(atMost)}` : `at least ${short(atLeast)}`;
  const spread =
    runs.length < 2
      ? '; one run'
      : `; ${runs.length} runs ${Math.min(...runs).toFixed(2)} to ${Math.max(...runs).toFixed(2)}`;
  const more = note === undefined ? '' : `; ${note}`;
  return `target ${target} ${name}: ${value.toFixed(2)}${unit} (${bound}${unit}${spread}${more}) ${judge(judged)}`;
}

/** Bounds that are the reciprocal of a round figure have many digits. */
function short(bound: number | undefined): number {
  return Number(bound?.toFixed(2));
}

/** From the least to the greatest, without the one that lies furthest off where there are enough: one disturbed run is no noise. */
export function spreadOf(runs: readonly number[]): number {
  const sorted = runs.toSorted((one, other) => one - other);
  const from = (low: number, high: number) => (sorted[high] ?? 0) - (sorted[low] ?? 0);
  const last = sorted.length - 1;
  return last < 4 ? from(0, Math.max(last, 0)) : Math.min(from(0, last - 1), from(1, last));
}

/** The ratios of two series, run by run. */
export function ratios(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, run) => value / (other[run] ?? Number.NaN));
}
