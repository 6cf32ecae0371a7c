const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Gives the same characters for the same seed. */
export function createCharacters(seed: number) {
  let state = seed >>> 0;
  /** mulberry32: small, and good enough that no letter follows another more often than by chance. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (bound: number): number => Math.floor(next() * bound);
  function characters(count: number, alphabet = LETTERS_AND_DIGITS): string {
    let text = '';
    for (let index = 0; index < count; index += 1) text += alphabet[below(alphabet.length)];
    return text;
  }
  return { characters, below };
}
