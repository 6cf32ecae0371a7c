import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { pageLimit, readCursor } from '../model/paging.ts';
import {
  checkSearchQuery,
  type SearchHit,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
} from '../model/search-query.ts';
import { hitSession, numberColumn } from '../model/stored-row.ts';
import type { Page } from '../model/thread-store.ts';
import { collectHits, DEFAULT_CONTEXT } from '../query/collect-hits.ts';
import { type MatchQuery, matchQuery } from '../query/match-query.ts';
import { findWords, type Span, snippetAround } from '../query/snippet.ts';
import { planText, type TextFinder } from '../query/text-finder.ts';
import { decodeBlock } from './block-record.ts';
import { blocksWhere, type Candidate, type CandidateSource, matching, newestOf } from './candidates.ts';
import { createChunkReader } from './chunks.ts';
import type { Condition } from './conditions.ts';
import { matchText } from './match-text.ts';
import { searchCondition } from './search-condition.ts';
import { readSetting } from './settings.ts';
import type { Statements } from './statements.ts';
import type { VocabularySnapshot } from './vocabulary.ts';

export interface SearchStore {
  statements: Statements;
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
  const { statements } = store;
  const condition = searchCondition(query);
  const isPhrase = query.mode === 'phrase';
  const words =
    isPhrase || query.mode === 'words' ? await matchQuery(query.text, isPhrase, store.vocabulary()) : undefined;
  if (words && query.best) return ranked(statements, words, condition, query, page, options);
  const [before = NEWEST] = page.cursor === undefined ? [] : readCursor(page.cursor, 1);
  const plan = words
    ? planWords(statements, words, condition, isPhrase)
    : await planExactOrRegex(store, condition, query);
  const { finder, scanned, isSure } = plan;
  const read = createChunkReader(statements);
  const scannedOf = scanned ? countBlocks(statements, options) : undefined;
  try {
    const found = await collectHits(
      {
        candidates: newestOf(plan.sources, before),
        read: (batch) => batch.flatMap((candidate) => withText(candidate, read) ?? []),
        textOf: ({ text }) => text,
        hitOf: ({ candidate }, span, context) => hitOf(statements, candidate, read, span, context),
        cursorOf: ({ candidate }) => String(candidate.id),
      },
      finder,
      { ...options, limit: pageLimit(page), isSure, scannedOf },
    );
    return { ...found, ...searched(statements) };
  } finally {
    await finder.close?.();
  }
}

/** Counting takes a moment, so it is done only if somebody listens. */
function countBlocks(statements: Statements, { onScan }: SearchOptions): number {
  return onScan ? Number(statements.get('select count(*) as count from block')?.count) : 0;
}

function planWords(
  statements: Statements,
  { match, words }: MatchQuery,
  condition: Condition,
  isPhrase: boolean,
): SearchPlan {
  const find: TextFinder['find'] = async (texts) => texts.map((text) => findWords(text.toString(), words, isPhrase));
  return {
    sources: [matching(statements, matchText(match), condition)],
    finder: { find },
    scanned: false,
    isSure: true,
  };
}

/** Finds candidates by words, then checks their texts. */
async function planExactOrRegex(store: SearchStore, condition: Condition, query: SearchQuery): Promise<SearchPlan> {
  const { statements } = store;
  const vocabulary = store.vocabulary();
  const { plan, finder } = await planText(query, vocabulary, (text) => text.toWellFormed());
  if ('scan' in plan)
    return { finder, sources: [blocksWhere(statements, 'all', condition)], scanned: true, isSure: false };
  const sources = [blocksWhere(statements, 'odd', condition)];
  if ('match' in plan) sources.push(matching(statements, matchText(plan.match), condition));
  if ('none' in plan || plan.usesVocabulary)
    sources.push(blocksWhere(statements, { after: vocabulary.upTo }, condition));
  return { finder, sources, scanned: false, isSure: false };
}

/** Undefined for a text that can no longer be read: `verify` reports it. */
function withText(candidate: Candidate, read: (chunk: number) => Buffer) {
  try {
    const { chunk, start, bytes } = candidate;
    return { candidate, text: read(chunk).subarray(start, start + bytes) };
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
    numberColumn(oldest) ?? 0,
    ...values,
    pageLimit(page),
  );
  const read = createChunkReader(statements);
  const hits = rows.flatMap(({ id, chunk_id, start, length }) => {
    const candidate = { id: Number(id), chunk: Number(chunk_id), start: Number(start), bytes: Number(length) };
    const found = withText(candidate, read);
    if (!found) return [];
    const span = findWords(found.text.toString(), words, mode === 'phrase');
    return hitOf(statements, candidate, read, span, context);
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
    ...hitSession(session),
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
