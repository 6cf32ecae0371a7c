import type { BlockKind, BlockRole } from '../../archive/model/block-row.ts';
import type { SearchHit, SearchQuery } from '../../archive/model/search-query.ts';
import { hitSession, numberColumn, type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import { type Span, snippetAround } from '../../archive/query/snippet.ts';
import type { Candidate } from './candidates.ts';
import { searchedSessions } from './conditions.ts';
import type { Queries } from './connect.ts';
import { SESSIONS } from './read-sessions.ts';

/** The sessions to search; undefined for all. */
export async function sessionIds(queries: Queries, query: SearchQuery): Promise<string[] | undefined> {
  const wanted = searchedSessions(query);
  if (!wanted) return undefined;
  const rows = await queries.all(`select session.id from ${SESSIONS} where ${wanted.sql}`, wanted.values);
  return rows.map(({ id }) => String(id));
}

export async function readSearched(queries: Queries): Promise<{ sessions: number; blocks: number; freshAt: number }> {
  const row = await queries.get(
    `select count(*) as sessions, coalesce(sum(blocks), 0) as blocks,
      (select time_ms(folded_at) from tenant) as fresh from session`,
  );
  return { sessions: Number(row?.sessions), blocks: Number(row?.blocks), freshAt: numberColumn(row?.fresh) ?? 0 };
}

/** Rows behind the wall of their tenant. There an index takes only plain values: `offset 0` computes times apart. */
export const READ_CANDIDATES = `
select block.session_id, block.seq, time_ms(block.at) as at_ms, said_ms, message, role, kind, tool, error, body,
    session.agent, session.home, session.thread_id, session.title, session.first_prompt, session.project,
    machine.name as machine
  from (select session_id, seq, to_timestamp(ms / 1000) as at, place
    from unnest($1::bigint[], $2::int[], $3::float8[]) with ordinality as places(session_id, seq, ms, place) offset 0) as given
  join block on block.session_id = given.session_id and block.seq = given.seq and block.at = given.at
  join ${SESSIONS} on session.id = block.session_id order by place`;

export function readCandidates(queries: Queries, batch: readonly Candidate[]): Promise<StoredRow[]> {
  return queries.all(READ_CANDIDATES, [
    batch.map(({ session }) => session),
    batch.map(({ seq }) => seq),
    batch.map(({ at }) => at),
  ]);
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
