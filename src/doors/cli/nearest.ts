import { countMistakes } from '../../core/text/count-mistakes.ts';

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
