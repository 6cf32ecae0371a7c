import { presentRedaction, redactText } from '../../archive/folding/block-redaction.ts';
import type { BlockKind, BlockRole } from '../../archive/model/block-row.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SearchHit, SearchPage, SearchQuery } from '../../archive/model/search-query.ts';
import { hitSession, numberColumn, type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import { type Span, snippetAround } from '../../archive/query/snippet.ts';
import type { Candidate } from './candidates.ts';
import { searchedSessions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { fittingFacts } from './fitting-facts.ts';
import { REDACTED_COLUMNS, SESSIONS } from './read-sessions.ts';
import { checkByWork } from './work-conditions.ts';

/** The sessions to search; undefined for all. */
export async function sessionIds(
  queries: Queries,
  query: SearchQuery,
  reading: Reading,
): Promise<string[] | undefined> {
  checkByWork(queries, query);
  const { model, projects } = query;
  const isModel = model === undefined ? undefined : (text: string) => text.startsWith(model);
  const fitting = reading === 'owner' ? {} : await fittingFacts(queries, { projects, isModel });
  const wanted = searchedSessions(query, reading, fitting);
  if (!wanted) return undefined;
  const rows = await queries.all(`select session.id from ${SESSIONS} where ${wanted.sql}`, wanted.values);
  return rows.map(({ id }) => String(id));
}

/** How many sessions and blocks are searched. */
export interface Searched {
  blocks: number;
  page: Pick<SearchPage, 'searched' | 'freshAt' | 'unredacted'>;
}

/** Kept counts: no search counts all sessions. Tables of an earlier version have none. */
const KEPT_COUNTS = `select sum(sessions) as sessions, sum(sessions) filter (where redaction <> $1) as unredacted,
    sum(blocks) as blocks, (select time_ms(folded_at) from tenant) as fresh from session_count`;
const counted = (
  fresh: string,
) => `select count(*) as sessions, count(*) filter (where redaction is distinct from $1) as unredacted,
    coalesce(sum(blocks), 0) as blocks, ${fresh} as fresh from session`;

export async function readSearched(queries: Queries, reading: Reading): Promise<Searched> {
  // A team's reader counts what the policies show: kept counts, and when something was folded last, tell of others too.
  if (queries.functions !== '')
    return searchedOf(await queries.get(counted('time_ms(now())'), [presentRedaction()]), reading);
  const kept = await queries.get("select to_regclass('session_count') is not null as is_kept");
  const sql = kept?.is_kept ? KEPT_COUNTS : counted('(select time_ms(folded_at) from tenant)');
  return searchedOf(await queries.get(sql, [presentRedaction()]), reading);
}

function searchedOf(row: StoredRow | undefined, reading: Reading): Searched {
  const of = Number(row?.sessions);
  const unredacted = reading === 'owner' ? 0 : Number(row?.unredacted);
  const freshAt = numberColumn(row?.fresh) ?? 0;
  const searched = { sessions: of - unredacted, of };
  return { blocks: Number(row?.blocks), page: { searched, freshAt, ...(unredacted > 0 && { unredacted }) } };
}

/** Rows behind the wall of their tenant. There an index takes only plain values: `offset 0` computes times apart. */
const readCandidatesSql = (columns: string) => `
select block.session_id, block.seq, time_ms(block.at) as at_ms, said_ms, role, kind, error, ${columns},
    session.agent, session.home, session.thread_id, machine.name as machine
  from (select session_id, seq, to_timestamp(ms / 1000) as at, place
    from unnest($1::bigint[], $2::int[], $3::float8[]) with ordinality as places(session_id, seq, ms, place) offset 0) as given
  join block on block.session_id = given.session_id and block.seq = given.seq and block.at = given.at
  join ${SESSIONS} on session.id = block.session_id order by place`;

export const READ_CANDIDATES = readCandidatesSql(
  'message, tool, body, session.title, session.first_prompt, session.project',
);
const READ_REDACTED = readCandidatesSql(`${REDACTED_COLUMNS}, session.title, session.redacted_prompt as first_prompt,
  session.project`);

export async function readCandidates(
  queries: Queries,
  batch: readonly Candidate[],
  reading: Reading,
): Promise<StoredRow[]> {
  const rows = await queries.all(reading === 'owner' ? READ_CANDIDATES : READ_REDACTED, [
    batch.map(({ session }) => session),
    batch.map(({ seq }) => seq),
    batch.map(({ at }) => at),
  ]);
  return reading === 'owner' ? rows : rows.map(redactFacts);
}

function redactFacts(row: StoredRow): StoredRow {
  const [title, project] = [row.title, row.project].map((value) => {
    const text = textColumn(value);
    return text === undefined ? null : redactText(text);
  });
  return { ...row, title, project };
}

export function hitOf(row: StoredRow, span: Span, context: number): SearchHit {
  return {
    ...hitSession(row),
    message: String(row.message),
    seq: Number(row.seq),
    // Written by the fold, which uses only these words.
    role: String(row.role) as BlockRole,
    kind: String(row.kind) as BlockKind,
    tool: textColumn(row.tool),
    error: typeof row.error === 'boolean' ? row.error : undefined,
    at: Number(row.said_ms),
    ...snippetAround(String(row.body), span, context),
  };
}
