import { setImmediate as nextTick } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { pageLimit, readCursor } from '../model/paging.ts';
import {
  type SearchHit,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
  searchModes,
} from '../model/search-query.ts';
import type { Page } from '../model/thread-store.ts';
import { type MatchQuery, matchQuery } from '../query/match-query.ts';
import { planExact } from '../query/plan-exact.ts';
import { createRegexMatcher } from '../query/regex-matcher.ts';
import { requiredLiteral } from '../query/required-literal.ts';
import { findWords, type Span, snippetAround } from '../query/snippet.ts';
import { decodeBlock } from './block-record.ts';
import { blocksWhere, type Candidate, matching, newestOf } from './candidates.ts';
import { createChunkReader } from './chunks.ts';
import type { Condition } from './conditions.ts';
import { matchText } from './match-text.ts';
import { keyOf } from './read-sessions.ts';
import { searchCondition } from './search-condition.ts';
import { readSetting } from './settings.ts';
import { numberOf, type Statements, textOf } from './statements.ts';
import type { VocabularySnapshot } from './vocabulary.ts';

export interface SearchStore {
  statements: Statements;
  vocabulary(): VocabularySnapshot;
}

/** A way to look for something: where it may be, and where in a text it is. */
interface Plan {
  batches: Generator<Candidate[]>;
  scanned: boolean;
  /** What is a candidate is a hit. */
  isSure: boolean;
  /** Where it is in each of the texts; undefined for all of them when time ran out. */
  find(found: readonly { bytes: Buffer; candidate: Candidate }[]): Promise<(Span | undefined)[] | undefined>;
  close?(): Promise<void>;
}

const NEWEST = Number.MAX_SAFE_INTEGER;
const DEFAULT_CONTEXT = 80;
/** A pattern that ran out of time so often is given up. */
const MOST_TIMEOUTS = 3;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Finds blocks, the newest first, page by page. */
export async function search(
  store: SearchStore,
  query: SearchQuery,
  page: Page,
  options: SearchOptions = {},
): Promise<SearchPage> {
  if (typeof query.text !== 'string' || query.text === '') throw new TypeError('text is what to look for');
  if (!searchModes.includes(query.mode)) throw new TypeError(`mode is one of ${searchModes.join(', ')}`);
  const { statements } = store;
  const condition = searchCondition(query);
  const words = query.mode === 'words' || query.mode === 'phrase' ? await wordsOf(store, query) : undefined;
  if (words && query.best) return ranked(statements, words, condition, query, page, options);
  const [before = NEWEST] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const plan = words
    ? planWords(statements, words, condition, query, before)
    : await planText(store, condition, query, before);
  try {
    return await collect(statements, plan, pageLimit(page), options);
  } finally {
    await plan.close?.();
  }
}

function wordsOf(store: SearchStore, { text, mode }: SearchQuery): Promise<MatchQuery | undefined> {
  return matchQuery(text, mode === 'phrase', store.vocabulary());
}

function planWords(
  statements: Statements,
  { match, words }: MatchQuery,
  condition: Condition,
  { mode }: SearchQuery,
  before: number,
): Plan {
  return {
    batches: newestOf([matching(statements, matchText(match), condition)], before),
    scanned: false,
    isSure: true,
    find: async (found) => found.map(({ bytes }) => findWords(bytes.toString(), words, mode === 'phrase')),
  };
}

/** An exact string or a regular expression: candidates by words, then a look at their texts. */
async function planText(store: SearchStore, condition: Condition, query: SearchQuery, before: number): Promise<Plan> {
  const { statements } = store;
  const isRegex = query.mode === 'regex';
  const finder = isRegex ? regexFinder(query) : exactFinder(query.text);
  const literal = isRegex ? requiredLiteral(query.text, query.flags) : query.text;
  const vocabulary = store.vocabulary();
  const plan = literal === '' ? { scan: true as const } : await planExact(literal, vocabulary);
  if ('scan' in plan)
    return { ...finder, batches: newestOf([blocksWhere(statements, 'all', condition)], before), scanned: true };
  const sources = [blocksWhere(statements, 'odd', condition)];
  if ('match' in plan) sources.push(matching(statements, matchText(plan.match), condition));
  if ('none' in plan || plan.usesVocabulary)
    sources.push(blocksWhere(statements, { after: vocabulary.upTo }, condition));
  return { ...finder, batches: newestOf(sources, before), scanned: false };
}

type Finder = Pick<Plan, 'find' | 'close' | 'isSure'>;

function exactFinder(text: string): Finder {
  const bytes = Buffer.from(text);
  // As it was written: halves of characters were not.
  const needle = bytes.toString();
  return {
    isSure: false,
    find: async (found) =>
      found.map(({ bytes: all }) => {
        if (all.indexOf(bytes) === -1) return undefined;
        const start = all.toString().indexOf(needle);
        return { start, end: start + needle.length };
      }),
  };
}

function regexFinder({ text, flags = '' }: SearchQuery): Finder {
  const matcher = createRegexMatcher(text, flags);
  return {
    isSure: false,
    find: (found) => matcher.match(found.map(({ bytes }) => bytes.toString())),
    close: matcher.close,
  };
}

async function collect(statements: Statements, plan: Plan, limit: number, options: SearchOptions): Promise<SearchPage> {
  const { signal, context = DEFAULT_CONTEXT, onHit, onScan } = options;
  const read = createChunkReader(statements);
  const of = plan.scanned && onScan ? Number(statements.get('select count(*) as count from block')?.count) : 0;
  const hits: SearchHit[] = [];
  let [gaveUp, timeouts, seen, last] = [0, 0, 0, NEWEST];
  let next: string | undefined;

  /** True when there are enough. */
  async function take(batch: readonly Candidate[]): Promise<boolean> {
    const found = batch.flatMap((candidate) => withBytes(candidate, read) ?? []);
    const spans = await plan.find(found);
    if (!spans) {
      gaveUp += found.length;
      timeouts += 1;
      return timeouts >= MOST_TIMEOUTS;
    }
    for (const [index, span] of spans.entries()) {
      const one = found[index];
      if (!span || !one) continue;
      if (hits.length === limit) {
        next = String(last);
        return true;
      }
      last = one.candidate.id;
      const hit = hitOf(statements, one.candidate, read, span, context);
      hits.push(hit);
      onHit?.(hit);
    }
    return false;
  }

  async function takeAll(): Promise<void> {
    for (const page of plan.batches) {
      for (const batch of batchesOf(page, plan.isSure ? limit + 1 : archiveLimits.regexBatchTexts)) {
        signal?.throwIfAborted();
        if (await take(batch)) return;
        await nextTick();
      }
      seen += page.length;
      if (plan.scanned) onScan?.(seen, of);
    }
  }

  await takeAll();
  const more = next === undefined ? {} : { next };
  return { hits, ...more, ...searched(statements), scanned: plan.scanned, ...(gaveUp > 0 && { gaveUp }) };
}

/** So many texts that they can be held at once. */
function* batchesOf(page: readonly Candidate[], most: number): Generator<Candidate[]> {
  let batch: Candidate[] = [];
  let bytes = 0;
  for (const candidate of page) {
    batch.push(candidate);
    bytes += candidate.length;
    if (batch.length < most && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Undefined for a text that cannot be read any more: `verify` tells about it. */
function withBytes(candidate: Candidate, read: (chunk: number) => Buffer) {
  try {
    const { chunk, start, length } = candidate;
    return { candidate, bytes: read(chunk).subarray(start, start + length) };
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

/** The best of the newest matches. */
function ranked(
  statements: Statements,
  { match, words }: MatchQuery,
  { sql, values }: Condition,
  { mode }: SearchQuery,
  page: Page,
  { context = DEFAULT_CONTEXT }: SearchOptions,
): SearchPage {
  const tables = 'word cross join block on block.id = word.rowid cross join session on session.id = block.session_id';
  const oldest = statements.get(
    `select word.rowid as id from ${tables} where word match ? and ${sql} order by word.rowid desc limit 1 offset ?`,
    matchText(match),
    ...values,
    archiveLimits.maxRankedHits - 1,
  )?.id;
  const rows = statements.all(
    `select block.id, chunk_id, start, length from ${tables} where word match ? and word.rowid >= ? and ${sql}
      order by bm25(word), word.rowid desc limit ?`,
    matchText(match),
    numberOf(oldest) ?? 0,
    ...values,
    pageLimit(page),
  );
  const read = createChunkReader(statements);
  const hits = rows.flatMap(({ id, chunk_id, start, length }) => {
    const candidate = { id: Number(id), chunk: Number(chunk_id), start: Number(start), length: Number(length) };
    const text = withBytes(candidate, read)?.bytes.toString();
    if (text === undefined) return [];
    return hitOf(statements, candidate, read, findWords(text, words, mode === 'phrase'), context);
  });
  const rankedOf = oldest === undefined ? {} : { rankedOf: archiveLimits.maxRankedHits };
  return { hits, ...searched(statements), scanned: false, ...rankedOf };
}

function searched(statements: Statements): Pick<SearchPage, 'searched' | 'freshAt'> {
  const sessions = Number(statements.get('select count(*) as count from session')?.count);
  const of = Math.max(sessions, Number(readSetting(statements, 'found') ?? 0));
  return { searched: { sessions, of }, freshAt: Number(readSetting(statements, 'fresh') ?? 0) };
}

function hitOf(
  statements: Statements,
  { id, chunk }: Candidate,
  read: (chunk: number) => Buffer,
  span: Span,
  context: number,
): SearchHit {
  const row = statements.get('select * from block where id = ?', id) ?? {};
  const { message, role, kind, tool, error, at, text } = decodeBlock(row, read(chunk));
  const session =
    statements.get(
      `select session.agent, session.home, session.thread_id, title, first_prompt, project, source.state = 'gone' as gone
        from session join source on source.id = session.source_id where session.id = ?`,
      row.session_id,
    ) ?? {};
  return {
    session: keyOf(session),
    title: textOf(session.title) ?? textOf(session.first_prompt),
    project: textOf(session.project),
    gone: session.gone === 1,
    message,
    seq: Number(row.seq),
    role,
    kind,
    tool,
    error,
    at,
    ...snippetAround(text, span, context),
  };
}
