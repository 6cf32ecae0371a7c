/** The index of the first time that is not before `time`, in a sorted list; its length where all are. */
export function firstFrom(sorted: ArrayLike<number>, time: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
