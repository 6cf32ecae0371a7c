/** Who mistypes more than this means something else. */
const MOST_MISTAKES = 2;
/** What is longer is no name that a person types. */
const LONGEST = 64;

/** The name that was probably meant: one with few letters too many, too few, changed or swapped, in any case. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = MOST_MISTAKES + 1;
  for (const name of names) {
    // Who typed it as it is made no mistake.
    if (name === word || Math.abs(name.length - word.length) >= least) continue;
    const mistakes = countMistakes(word.toLowerCase(), name.toLowerCase());
    // Of a word of two letters nothing would be left.
    if (mistakes >= least || mistakes >= Math.max(word.length - 1, 1)) continue;
    best = name;
    least = mistakes;
  }
  return best;
}

/** The sentence to add where something is not known; empty where nothing is near. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = nearest(word, names);
  return name === undefined ? '' : ` (did you mean '${name}'?)`;
}

function countMistakes(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(counts: readonly number[], index: number): number {
  return counts[index] ?? Number.POSITIVE_INFINITY;
}
