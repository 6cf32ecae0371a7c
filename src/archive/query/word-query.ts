import { archiveLimits } from '../../limits/archive.ts';
import { foldWord } from './fold-word.ts';
import { runsIn } from './snippet.ts';
import { wordText } from './spread-cjk.ts';

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Words next to each other. */
export interface Phrase {
  words: readonly string[];
  /** The last one may go on. */
  isPrefix: boolean;
}

/** What an index of words is asked: all of these, and of each any of its phrases. Each store writes it in its own syntax. */
export type WordQuery = readonly (readonly Phrase[])[];

/** A text as an index of words has it. */
export interface CutText {
  /** In their order, without case and accents. */
  words: string[];
  /** A run of letters too long for a word was left out. */
  isOdd: boolean;
}

export function wordsIn(text: string): string[] {
  return Array.from(runsIn(text), ({ start, end }) => text.slice(start, end));
}

/** For a store whose database does not cut texts itself. */
export function cutWords(text: string): CutText {
  // Most texts are plain ASCII, and are cut much faster.
  if (text.search(BEYOND_ASCII) === -1) {
    const runs = text.toLowerCase().match(/[0-9a-z]+/g) ?? [];
    const words = runs.filter(({ length }) => length <= archiveLimits.maxWordLength);
    return { words, isOdd: words.length < runs.length };
  }
  const { text: plain, isOdd } = wordText(text);
  return { words: wordsIn(plain).map(foldWord), isOdd };
}

/** Whether words that were cut answer a query: what an index that knows no order cannot tell. */
export function holdsWords(words: readonly string[], query: WordQuery): boolean {
  return countWords(words, query).every((count) => count > 0);
}

/** How often each part of a query stands among words that were cut. */
export function countWords(words: readonly string[], query: WordQuery): number[] {
  const places = new Map<string, number[]>();
  for (const [index, word] of words.entries()) {
    const known = places.get(word);
    if (known) known.push(index);
    else places.set(word, [index]);
  }
  const count = ({ words: wanted, isPrefix }: Phrase): number => {
    const folded = wanted.map(foldWord);
    const last = folded.length - 1;
    const fits = (word: string | undefined, index: number): boolean =>
      isPrefix && index === last ? word?.startsWith(folded[index] ?? '') === true : word === folded[index];
    const starts = last === 0 && isPrefix ? words.keys() : (places.get(folded[0] ?? '') ?? []);
    let found = 0;
    for (const start of starts) if (folded.every((_, index) => fits(words[start + index], index))) found += 1;
    return found;
  };
  return query.map((phrases) => phrases.reduce((sum, phrase) => sum + count(phrase), 0));
}
