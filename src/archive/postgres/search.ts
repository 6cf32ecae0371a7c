import { limits } from '../../limits.ts';
import type { BlockKind, BlockRole } from '../block-row.ts';
import { matchQuery } from '../query/match-query.ts';
import { planExact } from '../query/plan-exact.ts';
import { createRegexMatcher } from '../query/regex-matcher.ts';
import { requiredLiteral } from '../query/required-literal.ts';
import { findWords, type Span, snippetAround } from '../query/snippet.ts';
import { cutWords, holdsWords, type WordQuery } from '../query/word-query.ts';
import { type SearchHit, type SearchOptions, type SearchPage, type SearchQuery, searchModes } from '../search-query.ts';
import type { Page } from '../thread-store.ts';
import {
  type Candidate,
  type CandidateQuery,
  candidateSource,
  FIRST_PAGE,
  LONGEST_PAGE,
  type Place,
} from './candidates.ts';
import { pageLimit, readCursor, searchedSessions } from './conditions.ts';
import type { Queries, Row } from './connect.ts';
import { clean } from './postgres-raw-store.ts';
import { keyOf, machineOf, numberOf, SESSIONS, textOf } from './read-sessions.ts';
import { createVocabulary, mayOverflow, queryText } from './words.ts';

/** Runs what reads, in a transaction of its own. */
export type Read = <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>;

/** A way to look for something: where it may be, and where in a text it is. */
interface Plan {
  /** Undefined where nothing can hold it. */
  candidates: CandidateQuery | undefined;
  scanned: boolean;
  /** What is a candidate is a hit. */
  isSure: boolean;
  /** Where it is in each of the texts; undefined for all of them when time ran out. */
  find(texts: readonly string[]): Promise<(Span | undefined)[] | undefined>;
  close?(): Promise<void>;
}

const DEFAULT_CONTEXT = 80;
/** A pattern that ran out of time so often is given up. */
const MOST_TIMEOUTS = 3;
const BATCH_BYTES = 4 * 1024 * 1024;

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
    return await collect(read, plan, query, { limit, before, ...options });
  } finally {
    await plan.close?.();
  }
}

async function planSearch(queries: Queries, query: SearchQuery): Promise<Plan> {
  const { text, mode } = query;
  const vocabulary = createVocabulary(queries);
  if (mode === 'words' || mode === 'phrase') {
    const words = await matchQuery(text, mode === 'phrase', vocabulary);
    if (words) return planWords(words.match, words.words, mode === 'phrase');
  }
  const finder = mode === 'regex' ? regexFinder(query) : exactFinder(text);
  const literal = wellFormed(mode === 'regex' ? requiredLiteral(text) : text);
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

function planWords(match: WordQuery, words: readonly string[], isPhrase: boolean): Plan {
  const isSure = match.every((phrases) => phrases.every((phrase) => phrase.words.length === 1));
  return {
    candidates: { match: queryText(match), leastOdd: 2 },
    scanned: false,
    isSure,
    find: async (texts) =>
      texts.map((text) =>
        (isSure && !mayOverflow(text)) || holdsWords(cutWords(text).words, match)
          ? findWords(text, words, isPhrase)
          : undefined,
      ),
  };
}

type Finder = Pick<Plan, 'find' | 'close' | 'isSure'>;

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

interface CollectOptions extends SearchOptions {
  limit: number;
  before: Place | undefined;
}

async function collect(read: Read, plan: Plan, query: SearchQuery, options: CollectOptions): Promise<SearchPage> {
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

/** So many texts that they can be held at once. */
function* batchesOf(page: readonly Candidate[]): Generator<Candidate[]> {
  let batch: Candidate[] = [];
  let bytes = 0;
  for (const candidate of page) {
    batch.push(candidate);
    bytes += candidate.bytes;
    if (batch.length < limits.regexBatchTexts && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Of which sessions; undefined for all. */
async function sessionIds(queries: Queries, query: SearchQuery): Promise<string[] | undefined> {
  const wanted = searchedSessions(query);
  if (!wanted) return undefined;
  const rows = await queries.all(`select session.id from ${SESSIONS} where ${wanted.sql}`, wanted.values);
  return rows.map(({ id }) => String(id));
}

async function readSearched(queries: Queries): Promise<{ sessions: number; blocks: number; freshAt: number }> {
  const row = await queries.get(
    `select count(*) as sessions, coalesce(sum(blocks), 0) as blocks,
      (select time_ms(folded_at) from tenant) as fresh from session`,
  );
  return { sessions: Number(row?.sessions), blocks: Number(row?.blocks), freshAt: numberOf(row?.fresh) ?? 0 };
}

/**
 * The rows themselves, under the wall of their tenant. Times are made of numbers apart (`offset 0`): behind the wall an index
 * is asked for plain values only.
 */
export const READ_CANDIDATES = `
select block.session_id, block.seq, time_ms(block.at) as at_ms, said_ms, message, role, kind, tool, error, body,
    session.agent, session.home, session.thread_id, session.title, session.first_prompt, session.project,
    machine.name as machine
  from (select session_id, seq, to_timestamp(ms / 1000) as at, place
    from unnest($1::bigint[], $2::int[], $3::float8[]) with ordinality as places(session_id, seq, ms, place) offset 0) as given
  join block on block.session_id = given.session_id and block.seq = given.seq and block.at = given.at
  join ${SESSIONS} on session.id = block.session_id order by place`;

function readCandidates(queries: Queries, batch: readonly Candidate[]): Promise<Row[]> {
  return queries.all(READ_CANDIDATES, [
    batch.map(({ session }) => session),
    batch.map(({ seq }) => seq),
    batch.map(({ at }) => at),
  ]);
}

function hitOf(row: Row, span: Span, context: number): SearchHit {
  return {
    session: keyOf(row),
    title: textOf(row.title) ?? textOf(row.first_prompt),
    project: textOf(row.project),
    machine: machineOf(row),
    gone: false,
    message: String(row.message),
    seq: Number(row.seq),
    // Written by the fold, which knows no other words.
    role: String(row.role) as BlockRole,
    kind: String(row.kind) as BlockKind,
    tool: textOf(row.tool),
    error: typeof row.error === 'boolean' ? row.error : undefined,
    at: Number(row.said_ms),
    ...snippetAround(String(row.body), span, context),
  };
}

function placeText({ at, session, seq }: Place): string {
  return `${at}.${session}.${seq}`;
}

function readPlace(cursor: string): Place {
  const [at = 0, session = 0, seq = 0] = readCursor(cursor, 3);
  return { at, session: String(session), seq };
}
