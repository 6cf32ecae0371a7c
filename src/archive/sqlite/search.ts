import { pageLimit, readCursor } from '../model/paging.ts';
import type { Reading } from '../model/reading.ts';
import { checkSearchQuery, type SearchOptions, type SearchPage, type SearchQuery } from '../model/search-query.ts';
import type { Page } from '../model/thread-store.ts';
import { collectHits } from '../query/collect-hits.ts';
import { type MatchQuery, matchQuery } from '../query/match-query.ts';
import type { Vocabulary } from '../query/plan-exact.ts';
import { findWords } from '../query/snippet.ts';
import { planText, type TextFinder } from '../query/text-finder.ts';
import { blocksWhere, type CandidateSource, matching, newestOf } from './candidates.ts';
import type { Condition } from './conditions.ts';
import { matchText } from './match-text.ts';
import { ranked } from './ranked.ts';
import { createHitReader, searchedOf } from './read-hits.ts';
import { searchCondition } from './search-condition.ts';
import type { Statements } from './statements.ts';
import type { VocabularySnapshot } from './vocabulary.ts';

export interface SearchStore {
  statements: Statements;
  reading: Reading;
  /** The words of what is read. */
  vocabulary(): VocabularySnapshot;
}

/** A search plan: the candidates, and the position in a text. */
interface SearchPlan {
  sources: CandidateSource[];
  finder: TextFinder;
  scanned: boolean;
  /** True if every candidate is a hit. */
  isSure: boolean;
}

const NEWEST = Number.MAX_SAFE_INTEGER;

/** Finds blocks, newest first, page by page. */
export async function search(
  store: SearchStore,
  query: SearchQuery,
  page: Page,
  options: SearchOptions = {},
): Promise<SearchPage> {
  checkSearchQuery(query);
  const { statements, reading } = store;
  const condition = searchCondition(query, reading);
  const isPhrase = query.mode === 'phrase';
  // Few words need the list of all words, and reading it takes longer than the search.
  const vocabulary: Vocabulary = { find: (part, where) => store.vocabulary().find(part, where) };
  const words = isPhrase || query.mode === 'words' ? await matchQuery(query.text, isPhrase, vocabulary) : undefined;
  if (words && query.best) return ranked(statements, reading, words, condition, query, page, options);
  const [before = NEWEST] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const plan = words ? planWords(store, words, condition, isPhrase) : await planExactOrRegex(store, condition, query);
  const { finder, scanned, isSure } = plan;
  const { withText, hitOf } = createHitReader(statements, reading);
  const scannedOf = scanned ? countBlocks(statements, options) : undefined;
  try {
    const found = await collectHits(
      {
        candidates: newestOf(plan.sources, before),
        read: (batch) => batch.flatMap((candidate) => withText(candidate) ?? []),
        textOf: ({ text }) => text,
        hitOf,
        cursorOf: ({ candidate }) => String(candidate.id),
      },
      finder,
      { ...options, limit: pageLimit(page), isSure, scannedOf },
    );
    return { ...found, ...searchedOf(statements, reading) };
  } finally {
    await finder.close?.();
  }
}

/** Counting takes a moment, so it is done only if somebody listens. */
function countBlocks(statements: Statements, { onScan }: SearchOptions): number {
  return onScan ? Number(statements.get('select count(*) as count from block')?.count) : 0;
}

function planWords(
  { statements, reading }: SearchStore,
  { match, words }: MatchQuery,
  condition: Condition,
  isPhrase: boolean,
): SearchPlan {
  const find: TextFinder['find'] = async (texts) => texts.map((text) => findWords(text.toString(), words, isPhrase));
  return {
    sources: matching(statements, reading, matchText(match), condition),
    finder: { find },
    scanned: false,
    isSure: true,
  };
}

/** Finds candidates by words, then checks their texts. */
async function planExactOrRegex(store: SearchStore, condition: Condition, query: SearchQuery): Promise<SearchPlan> {
  const { statements, reading } = store;
  const vocabulary = store.vocabulary();
  const { plan, finder } = await planText(query, vocabulary, (text) => text.toWellFormed());
  const where = (which: Parameters<typeof blocksWhere>[2]) => blocksWhere(statements, reading, which, condition);
  if ('scan' in plan) return { finder, sources: where('all'), scanned: true, isSure: false };
  const sources = where('odd');
  if ('match' in plan) sources.push(...matching(statements, reading, matchText(plan.match), condition));
  if ('none' in plan || plan.usesVocabulary) sources.push(...where({ after: vocabulary.upTo }));
  return { finder, sources, scanned: false, isSure: false };
}
