import { pageLimit, readCursor } from '../../archive/model/paging.ts';
import {
  type SearchHit,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
  searchModes,
} from '../../archive/model/search-query.ts';
import type { Page } from '../../archive/model/thread-store.ts';
import { type MatchedText, rankTexts } from '../../archive/query/rank.ts';
import { countWords, cutWords, type WordQuery } from '../../archive/query/word-query.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { type Candidate, candidateSource, FIRST_PAGE, LONGEST_PAGE, type Place } from './candidates.ts';
import type { Queries } from './connect.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { batchesOf, hitOf, readCandidates, readSearched, sessionIds } from './read-hits.ts';

/** Runs what reads, in a transaction of its own. */
export type Read = <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>;

const DEFAULT_CONTEXT = 80;
/** A pattern that ran out of time so often is given up. */
const MOST_TIMEOUTS = 3;

/** Finds blocks, the newest first, page by page. */
export async function search(
  read: Read,
  query: SearchQuery,
  page: Page,
  options: SearchOptions = {},
): Promise<SearchPage> {
  if (typeof query.text !== 'string' || query.text === '') throw new TypeError('text is what to look for');
  if (!searchModes.includes(query.mode)) throw new TypeError(`mode is one of ${searchModes.join(', ')}`);
  const before = page.cursor === undefined ? undefined : readPlace(page.cursor);
  const limit = pageLimit(page);
  const plan = await read((queries) => planSearch(queries, query));
  try {
    if (query.best && plan.match)
      return await collectBest(read, plan, plan.match, query, { limit, before, ...options });
    return await collect(read, plan, query, { limit, before, ...options });
  } finally {
    await plan.close?.();
  }
}

interface CollectOptions extends SearchOptions {
  limit: number;
  before: Place | undefined;
}

async function collect(read: Read, plan: SearchPlan, query: SearchQuery, options: CollectOptions): Promise<SearchPage> {
  const { limit, signal, context = DEFAULT_CONTEXT, onHit, onScan } = options;
  const searched = await read(readSearched);
  const sessions = await read((queries) => sessionIds(queries, query));
  const source = candidateSource(read, query, sessions, plan.candidates);
  const hits: SearchHit[] = [];
  let [gaveUp, timeouts, seen] = [0, 0, 0];
  let last: Place | undefined;
  let next: string | undefined;

  /** True when there are enough. */
  async function take(batch: readonly Candidate[]): Promise<boolean> {
    const rows = await read((queries) => readCandidates(queries, batch));
    const spans = await plan.find(rows.map(({ body }) => String(body)));
    if (!spans) {
      gaveUp += rows.length;
      timeouts += 1;
      return timeouts >= MOST_TIMEOUTS;
    }
    for (const [index, span] of spans.entries()) {
      const row = rows[index];
      if (!span || !row) continue;
      if (hits.length === limit) {
        next = last && placeText(last);
        return true;
      }
      last = { at: Number(row.at_ms), session: String(row.session_id), seq: Number(row.seq) };
      const hit = hitOf(row, span, context);
      hits.push(hit);
      onHit?.(hit);
    }
    return false;
  }

  async function takeAll(): Promise<void> {
    let border = options.before;
    for (let most = plan.isSure ? limit + 1 : FIRST_PAGE; ; most = Math.min(most * 4, LONGEST_PAGE)) {
      const page = await source(border, most);
      for (const batch of batchesOf(page)) {
        signal?.throwIfAborted();
        if (await take(batch)) return;
      }
      seen += page.length;
      if (plan.scanned) onScan?.(seen, Math.max(seen, searched.blocks));
      border = page.at(-1);
      if (page.length < most || border === undefined) return;
    }
  }

  signal?.throwIfAborted();
  await takeAll();
  const { sessions: count, freshAt } = searched;
  return {
    hits,
    ...(next !== undefined && { next }),
    searched: { sessions: count, of: count },
    freshAt,
    scanned: plan.scanned,
    ...(gaveUp > 0 && { gaveUp }),
  };
}

/** The best of the newest matches. Their texts are read once to be judged, and those that are shown again. */
async function collectBest(
  read: Read,
  plan: SearchPlan,
  match: WordQuery,
  query: SearchQuery,
  { limit, signal, context = DEFAULT_CONTEXT }: CollectOptions,
): Promise<SearchPage> {
  const { sessions: count, freshAt } = await read(readSearched);
  const sessions = await read((queries) => sessionIds(queries, query));
  const newest = await candidateSource(read, query, sessions, plan.candidates)(undefined, archiveLimits.maxRankedHits);
  const judged: MatchedText<Candidate>[] = [];
  for (const batch of batchesOf(newest)) {
    signal?.throwIfAborted();
    const rows = await read((queries) => readCandidates(queries, batch));
    for (const [index, { body }] of rows.entries()) {
      const [{ words }, place] = [cutWords(String(body)), batch[index]];
      const counts = countWords(words, match);
      if (place && counts.every((found) => found > 0)) judged.push({ place, counts, length: words.length });
    }
  }
  const hits: SearchHit[] = [];
  for (const batch of batchesOf(rankTexts(judged).slice(0, limit))) {
    const rows = await read((queries) => readCandidates(queries, batch));
    const spans = (await plan.find(rows.map(({ body }) => String(body)))) ?? [];
    for (const [index, row] of rows.entries()) hits.push(hitOf(row, spans[index] ?? { start: 0, end: 0 }, context));
  }
  const rankedOf = newest.length < archiveLimits.maxRankedHits ? {} : { rankedOf: archiveLimits.maxRankedHits };
  return { hits, searched: { sessions: count, of: count }, freshAt, scanned: false, ...rankedOf };
}

function placeText({ at, session, seq }: Place): string {
  return `${at}.${session}.${seq}`;
}

function readPlace(cursor: string): Place {
  const [at = 0, session = 0, seq = 0] = readCursor(cursor, 3);
  return { at, session: String(session), seq };
}
