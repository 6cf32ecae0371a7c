import type { SearchQuery } from '../../archive/model/search-query.ts';
import type { Read } from './search.ts';

/** Where a block is among all of a tenant's, the newest first. */
export interface Place {
  /** Milliseconds since 1970. */
  at: number;
  session: string;
  seq: number;
}

/** A block that may hold what is looked for. */
export interface Candidate extends Place {
  bytes: number;
}

/** What is asked of the server; all that is given must hold. */
export interface CandidateQuery {
  /** Words, in PostgreSQL's syntax. */
  match?: string | undefined;
  /** Besides those that match: what is odd so much or more. */
  leastOdd?: number | undefined;
  /** The text holds it. */
  needle?: string | undefined;
}

export const FIRST_PAGE = 256;
export const LONGEST_PAGE = 4096;

/** Gives candidates behind a place, the newest first. */
export function candidateSource(
  read: Read,
  query: SearchQuery,
  sessions: readonly string[] | undefined,
  wanted: CandidateQuery,
): (before: Place | undefined, most: number) => Promise<Candidate[]> {
  const { role, kind, tool, errors, since, until } = query;
  return async (before, most) => {
    if (sessions?.length === 0) return [];
    const rows = await read((queries) =>
      queries.all(
        `select * from search_block($1::tsquery, $2, $3, ${time('$4')}, ${time('$5')}, $6, $7, $8, $9, $10,
          ${time('$11')}, $12, $13, $14)`,
        [
          wanted.match ?? null,
          wanted.leastOdd ?? 0,
          sessions ?? null,
          since ?? null,
          until ?? null,
          role ?? null,
          kind ?? null,
          tool ?? null,
          errors ?? false,
          wanted.needle ?? null,
          before?.at ?? null,
          before?.session ?? null,
          before?.seq ?? null,
          most,
        ],
      ),
    );
    return rows.map(({ at_ms: at, session_id: session, seq, bytes }) => ({
      at: Number(at),
      session: String(session),
      seq: Number(seq),
      bytes: Number(bytes),
    }));
  };
}

function time(place: string): string {
  return `to_timestamp(${place}::float8 / 1000)`;
}
