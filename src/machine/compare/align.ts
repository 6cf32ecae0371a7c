/** The places of two lists that belong together, in order: `[place in one, place in other]`. */
export type Pairs = [one: number, other: number][];

/**
 * Aligns two lists by equal keys. The first of a key belongs to the first, the second to the second; of these pairs the
 * longest run that is in order on both sides is kept. It takes n·log n, whatever is in the lists.
 */
export function align(one: readonly string[], other: readonly string[]): Pairs {
  const places = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const [place, key] of other.entries()) places.set(numbered(key, seen), place);
  seen.clear();
  const pairs: Pairs = [];
  for (const [place, key] of one.entries()) {
    const found = places.get(numbered(key, seen));
    if (found !== undefined) pairs.push([place, found]);
  }
  return longestRise(pairs);
}

function numbered(key: string, seen: Map<string, number>): string {
  const count = (seen.get(key) ?? 0) + 1;
  seen.set(key, count);
  return `${count} ${key}`;
}

/** The longest part whose second places rise. The first ones do already. */
function longestRise(pairs: Pairs): Pairs {
  /** By length, the index of the pair that ends a run of that length with the least place. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : (ends[low - 1] ?? -1));
    ends[low] = index;
  }
  const run: Pairs = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) run.push(pair);
  }
  return run.reverse();
}
