import { countMistakes } from '../../core/text/count-mistakes.ts';
import { foldWord } from './fold-word.ts';
import { wordsIn } from './word-query.ts';

/** With more mistakes than this, another word was meant. */
const MOST_MISTAKES = 2;
const MOST_WORDS = 3;
/** A shorter word is near to too many. */
const LEAST_LENGTH = 4;
/** Longer words are no words that a person types. */
const MOST_LENGTH = 64;

/**
 * The words of a store that were probably meant, nearest first. `find` gives the words that hold one of two texts: of a
 * word with few mistakes, the first half or the second is right.
 */
export async function nearWords(
  text: string,
  find: (halves: readonly [string, string]) => Promise<readonly string[]>,
): Promise<string[]> {
  const near = new Map<string, number>();
  for (const typed of wordsIn(text).map(foldWord)) {
    if (typed.length < LEAST_LENGTH || typed.length > MOST_LENGTH) continue;
    const middle = Math.ceil(typed.length / 2);
    for (const word of await find([typed.slice(0, middle), typed.slice(middle)])) {
      if (word === typed || Math.abs(word.length - typed.length) > MOST_MISTAKES) continue;
      const mistakes = countMistakes(typed, word);
      if (mistakes <= Math.min(MOST_MISTAKES, typed.length - LEAST_LENGTH + 1)) near.set(word, mistakes);
    }
  }
  const sorted = [...near].sort(([one, few], [other, more]) => few - more || (one < other ? -1 : 1));
  return sorted.slice(0, MOST_WORDS).map(([word]) => word);
}
