/** Choices that are the same in every run: a seeded generator (mulberry32) and what the data needs of it. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** One of the choices, of which there must be some. */
  pick<T>(choices: readonly T[]): T;
  /** Lower-case hexadecimal digits. */
  hex(length: number): string;
  /** How often something happens that happens `mean` times on average: 1.3 is once, and in 3 of 10 cases twice. */
  times(mean: number): number;
  /** Mostly near `low`, seldom up to `high`: the size of texts and outputs. */
  longTail(low: number, high: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function between(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1));
  }

  function hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += between(0x10000000, 0xffffffff).toString(16);
    return digits.slice(0, length);
  }

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T,
    hex,
    times: (mean) => Math.floor(mean) + (next() < mean % 1 ? 1 : 0),
    longTail: (low, high) => Math.round(low * (high / low) ** (next() ** 4)),
  };
}
