import type { SearchQuery } from '../../archive/model/search-query.ts';
import { matchQuery } from '../../archive/query/match-query.ts';
import { planExact } from '../../archive/query/plan-exact.ts';
import { createRegexMatcher } from '../../archive/query/regex-matcher.ts';
import { requiredLiteral } from '../../archive/query/required-literal.ts';
import { findWords, type Span } from '../../archive/query/snippet.ts';
import { cutWords, holdsWords, type WordQuery } from '../../archive/query/word-query.ts';
import type { CandidateQuery } from './candidates.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';
import { createVocabulary, mayOverflow, queryText } from './words.ts';

/** A way to look for something: where it may be, and where in a text it is. */
export interface SearchPlan {
  candidates: CandidateQuery;
  scanned: boolean;
  /** What is a candidate is a hit. */
  isSure: boolean;
  /** Present where it can be ranked by words. */
  match?: WordQuery;
  /** Where it is in each of the texts; undefined for all of them when time ran out. */
  find(texts: readonly string[]): Promise<(Span | undefined)[] | undefined>;
  close?(): Promise<void>;
}

export async function planSearch(queries: Queries, query: SearchQuery): Promise<SearchPlan> {
  const { text, mode } = query;
  const vocabulary = createVocabulary(queries);
  if (mode === 'words' || mode === 'phrase') {
    const words = await matchQuery(text, mode === 'phrase', vocabulary);
    if (words) return planWords(words.match, words.words, mode === 'phrase');
  }
  const finder = mode === 'regex' ? regexFinder(query) : exactFinder(text);
  const literal = wellFormed(mode === 'regex' ? requiredLiteral(text, query.flags) : text);
  const plan = literal === '' ? { scan: true as const } : await planExact(literal, vocabulary);
  // The server looks for it as it is written; in another case, only its words are sure.
  const needle = literal === '' || query.flags?.includes('i') ? undefined : literal;
  if ('scan' in plan) return { ...finder, candidates: { needle }, scanned: true };
  // Where no word holds it, a run that is too long for a word still may.
  const match = 'match' in plan ? queryText(plan.match) : NO_WORD;
  return { ...finder, candidates: { match, leastOdd: 1, needle }, scanned: false };
}

/** A query that no block answers: words hold no such character. */
const NO_WORD = "'-'";

function planWords(match: WordQuery, words: readonly string[], isPhrase: boolean): SearchPlan {
  const isSure = match.every((phrases) => phrases.every((phrase) => phrase.words.length === 1));
  return {
    candidates: { match: queryText(match), leastOdd: 2 },
    scanned: false,
    isSure,
    match,
    find: async (texts) =>
      texts.map((text) =>
        (isSure && !mayOverflow(text)) || holdsWords(cutWords(text).words, match)
          ? findWords(text, words, isPhrase)
          : undefined,
      ),
  };
}

type Finder = Pick<SearchPlan, 'find' | 'close' | 'isSure'>;

function exactFinder(text: string): Finder {
  const needle = wellFormed(text);
  return {
    isSure: true,
    find: async (texts) =>
      texts.map((one) => {
        const start = one.indexOf(needle);
        return start === -1 ? undefined : { start, end: start + needle.length };
      }),
  };
}

function regexFinder({ text, flags = '' }: SearchQuery): Finder {
  const matcher = createRegexMatcher(text, flags);
  return { isSure: false, find: matcher.match, close: matcher.close };
}

/** As texts are kept: halves of characters and NUL are not. */
function wellFormed(text: string): string {
  return clean(text.toWellFormed());
}
