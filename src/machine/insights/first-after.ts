/** The index of the first number above a bound, in a sorted list. */
export function firstAfter(sorted: readonly number[], bound: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
