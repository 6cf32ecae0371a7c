/** A small seeded generator (mulberry32), so that every run tries the same inputs and a failure can be repeated. */
export function createRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick<T>(list: readonly T[]): T {
      const entry = list[below(list.length)];
      if (entry === undefined) throw new TypeError('nothing to pick from');
      return entry;
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
