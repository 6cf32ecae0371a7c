import { archiveLimits } from '../../limits/archive.ts';
import { foldWord } from './fold-word.ts';
import { runsIn } from './snippet.ts';
import { wordText } from './spread-cjk.ts';

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Adjacent words. */
export interface Phrase {
  words: readonly string[];
  /** True if the last word is a prefix. */
  isPrefix: boolean;
}

/** A query of a word index: all entries must match, each by any of its phrases. Each store has its own syntax. */
export type WordQuery = readonly (readonly Phrase[])[];

/** A text as a word index has it. */
export interface CutText {
  /** In order, without case and accents. */
  words: string[];
  /** True if a run of letters too long for a word was omitted. */
  isOdd: boolean;
}

export function wordsIn(text: string): string[] {
  return Array.from(runsIn(text), ({ start, end }) => text.slice(start, end));
}

/** For a store whose database does not split texts itself. */
export function cutWords(text: string): CutText {
  // Most texts are plain ASCII, and are split much faster.
  if (text.search(BEYOND_ASCII) === -1) {
    const runs = text.toLowerCase().match(/[0-9a-z]+/g) ?? [];
    const words = runs.filter(({ length }) => length <= archiveLimits.maxWordLength);
    return { words, isOdd: words.length < runs.length };
  }
  const { text: plain, isOdd } = wordText(text);
  return { words: wordsIn(plain).map(foldWord), isOdd };
}

/** True if the words of a text match a query, which an index without word order cannot tell. */
export function holdsWords(words: readonly string[], query: WordQuery): boolean {
  return countWords(words, query).every((count) => count > 0);
}

/** The counts of each part of a query among the words of a text. */
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
