import { pageLimit, readCursor } from '../../archive/model/paging.ts';
import type { Reading } from '../../archive/model/reading.ts';
import {
  checkSearchQuery,
  type SearchHit,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
} from '../../archive/model/search-query.ts';
import type { Page } from '../../archive/model/thread-store.ts';
import { batchesOf, collectHits, DEFAULT_CONTEXT } from '../../archive/query/collect-hits.ts';
import { type MatchedText, rankTexts } from '../../archive/query/rank.ts';
import { countWords, cutWords, type WordQuery } from '../../archive/query/word-query.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { type BlockPlace, type Candidate, type CandidateSource, candidateSource, newestPages } from './candidates.ts';
import type { Queries } from './connect.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { hitOf, readCandidates, readSearched, type Searched, sessionIds } from './read-hits.ts';
import { scanPages } from './scan-pages.ts';

/** Runs queries that read, in a transaction of their own. */
export type Read = <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>;

/** Finds blocks, the newest first, page by page. */
export async function search(
  read: Read,
  reading: Reading,
  query: SearchQuery,
  page: Page,
  options: SearchOptions = {},
): Promise<SearchPage> {
  checkSearchQuery(query);
  const before = page.cursor === undefined ? undefined : readPlace(page.cursor);
  const asked = { reading, query, before, limit: pageLimit(page), options };
  const prepared = await read(async (queries) => {
    const known = await prepare(queries, query, reading);
    // What an index finds whole is read at once: a transaction costs messages, a snapshot, and a turn among all readers.
    const isWhole = known.plan.isSure && !known.plan.scanned && !query.best;
    return isWhole ? { found: await find((run) => run(queries), asked, known) } : { known };
  });
  return prepared.found ?? find(read, asked, prepared.known);
}

interface Asked {
  reading: Reading;
  query: SearchQuery;
  /** Where the page before ended. */
  before: BlockPlace | undefined;
  limit: number;
  options: SearchOptions;
}

async function find(read: Read, asked: Asked, known: Prepared): Promise<SearchPage> {
  const { reading, query, before, limit, options } = asked;
  const { plan, searched: all, sessions } = known;
  const { finder, scanned, isSure } = plan;
  const { blocks, page: searched } = all;
  try {
    if (query.best && plan.match) {
      const newest = candidateSource(read, query, sessions, plan.candidates, reading);
      const found = await collectBest(read, reading, plan, plan.match, newest, { ...options, limit });
      return { ...found, ...searched };
    }
    const between = (since = query.since, until = query.until) =>
      candidateSource(read, { ...query, since, until }, sessions, plan.candidates, reading);
    const first = isSure ? limit + 1 : undefined;
    const { scanMs: mostMs = fleetLimits.maxScanMs } = options;
    const scan = scanned ? scanPages({ read, query, between, before, mostMs, first }) : undefined;
    const found = await collectHits(
      {
        candidates: scan?.pages ?? newestPages(between(), before, first),
        read: (batch) => read((queries) => readCandidates(queries, batch, reading)),
        textOf: ({ body }) => String(body),
        hitOf,
        cursorOf: (row) => placeText({ at: Number(row.at_ms), session: String(row.session_id), seq: Number(row.seq) }),
      },
      finder,
      { ...options, limit, isSure, scannedOf: scanned ? blocks : undefined },
    );
    const stopped = scan?.stoppedBefore();
    // A page that is full goes on after its last hit.
    if (!stopped || found.next !== undefined) return { ...found, ...searched };
    return { ...found, ...searched, next: placeText(stopped), searchedFrom: stopped.at };
  } finally {
    await finder.close?.();
  }
}

interface Prepared {
  plan: SearchPlan;
  searched: Searched;
  sessions: string[] | undefined;
}

/** All that is known before the first candidate, by one transaction: each costs a search three messages and a snapshot. */
async function prepare(queries: Queries, query: SearchQuery, reading: Reading): Promise<Prepared> {
  const plan = await planSearch(queries, query, reading);
  try {
    const searched = await readSearched(queries, reading);
    return { plan, searched, sessions: await sessionIds(queries, query, reading) };
  } catch (error) {
    await plan.finder.close?.();
    throw error;
  }
}

/** The best of the newest matches. Texts are read once to be ranked, and the shown ones again. */
async function collectBest(
  read: Read,
  reading: Reading,
  plan: SearchPlan,
  match: WordQuery,
  source: CandidateSource,
  { limit, signal, context = DEFAULT_CONTEXT }: SearchOptions & { limit: number },
): Promise<Pick<SearchPage, 'hits' | 'scanned' | 'rankedOf'>> {
  const newest = await source(undefined, archiveLimits.maxRankedHits);
  const judged: MatchedText<Candidate>[] = [];
  for (const batch of batchesOf(newest, archiveLimits.regexBatchTexts)) {
    signal?.throwIfAborted();
    const rows = await read((queries) => readCandidates(queries, batch, reading));
    for (const [index, { body }] of rows.entries()) {
      const [{ words }, item] = [cutWords(String(body)), batch[index]];
      const counts = countWords(words, match);
      if (item && counts.every((found) => found > 0)) judged.push({ item, counts, length: words.length });
    }
  }
  const hits: SearchHit[] = [];
  for (const batch of batchesOf(rankTexts(judged).slice(0, limit), archiveLimits.regexBatchTexts)) {
    const rows = await read((queries) => readCandidates(queries, batch, reading));
    const spans = (await plan.finder.find(rows.map(({ body }) => String(body)))) ?? [];
    for (const [index, row] of rows.entries()) hits.push(hitOf(row, spans[index] ?? { start: 0, end: 0 }, context));
  }
  const rankedOf = newest.length < archiveLimits.maxRankedHits ? {} : { rankedOf: archiveLimits.maxRankedHits };
  return { hits, scanned: false, ...rankedOf };
}

function placeText({ at, session, seq }: BlockPlace): string {
  return `${at}.${session}.${seq}`;
}

function readPlace(cursor: string): BlockPlace {
  const [at = 0, session = 0, seq = 0] = readCursor(cursor, 3);
  return { at, session: String(session), seq };
}
