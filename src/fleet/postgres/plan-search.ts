import type { Reading } from '../../archive/model/reading.ts';
import type { SearchQuery } from '../../archive/model/search-query.ts';
import { matchQuery } from '../../archive/query/match-query.ts';
import { findWords } from '../../archive/query/snippet.ts';
import { planText, type TextFinder } from '../../archive/query/text-finder.ts';
import { cutWords, holdsWords, type WordQuery } from '../../archive/query/word-query.ts';
import type { CandidateQuery } from './candidates.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';
import { createVocabulary, mayOverflow, queryText } from './words.ts';

/** A plan for a search: how to find candidates, and how to find the match in a text. */
export interface SearchPlan {
  candidates: CandidateQuery;
  finder: TextFinder;
  scanned: boolean;
  /** True if every candidate is a hit. */
  isSure: boolean;
  /** Present if hits can be ranked by words. */
  match?: WordQuery;
}

export async function planSearch(queries: Queries, query: SearchQuery, reading: Reading): Promise<SearchPlan> {
  const { text, mode, flags = '' } = query;
  const vocabulary = createVocabulary(queries, reading);
  if (mode === 'words' || mode === 'phrase') {
    const words = await matchQuery(text, mode === 'phrase', vocabulary);
    if (words) return planWords(words.match, words.words, mode === 'phrase');
  }
  const { literal, plan, finder } = await planText(query, vocabulary, clean);
  // The server searches for the literal text. If case is ignored, only its words are certain.
  const needle = literal === '' || flags.includes('i') ? undefined : literal;
  const isSure = mode !== 'regex';
  if ('scan' in plan) return { candidates: { needle }, finder, isSure, scanned: true };
  // If no word holds it, a run that is too long for a word still may.
  const match = 'match' in plan ? queryText(plan.match) : NO_WORD;
  return { candidates: { match, leastOdd: 1, needle }, finder, isSure, scanned: false };
}

/** A query that no block matches: words hold no such character. */
const NO_WORD = "'-'";

function planWords(match: WordQuery, words: readonly string[], isPhrase: boolean): SearchPlan {
  const isSure = match.every((phrases) => phrases.every((phrase) => phrase.words.length === 1));
  const findIn = (text: string) =>
    (isSure && !mayOverflow(text)) || holdsWords(cutWords(text).words, match)
      ? findWords(text, words, isPhrase)
      : undefined;
  return {
    candidates: { match: queryText(match), leastOdd: 2 },
    scanned: false,
    isSure,
    match,
    finder: { find: async (texts) => texts.map((text) => findIn(text.toString())) },
  };
}
