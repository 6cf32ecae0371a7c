/** With more mistakes than this, another word was meant. */
const MOST_MISTAKES = 2;
/** Longer words are not names that a person types. */
const LONGEST = 64;

/** The name that was probably meant: few letters added, missing, changed or swapped, ignoring case. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = MOST_MISTAKES + 1;
  for (const name of names) {
    // An exact match is not a mistake.
    if (name === word || Math.abs(name.length - word.length) >= least) continue;
    const mistakes = countMistakes(word.toLowerCase(), name.toLowerCase());
    // Otherwise nothing of a two-letter word would have to match.
    if (mistakes >= least || mistakes >= Math.max(word.length - 1, 1)) continue;
    best = name;
    least = mistakes;
  }
  return best;
}

/** The suggestion to add to an "unknown" message; empty if no name is near. */
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
