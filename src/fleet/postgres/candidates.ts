import type { Reading } from '../../archive/model/reading.ts';
import type { SearchQuery } from '../../archive/model/search-query.ts';
import type { Queries } from './connect.ts';
import { databaseTime } from './database-time.ts';
import type { Read } from './search.ts';

/** The position of a block among all of a tenant's, the newest first. */
export interface BlockPlace {
  /** Milliseconds since 1970. */
  at: number;
  session: string;
  seq: number;
}

/** A block that may match the search. */
export interface Candidate extends BlockPlace {
  bytes: number;
}

/** A query to the server. All given conditions must hold. */
export interface CandidateQuery {
  /** Words, in PostgreSQL's syntax. */
  match?: string | undefined;
  /** Also returns blocks with at least this value of `odd`. */
  leastOdd?: number | undefined;
  /** A string that the text contains. */
  needle?: string | undefined;
}

const FIRST_PAGE = 256;
const LONGEST_PAGE = 4096;

/** Returns at most `most` candidates after a place, the newest first. */
export type CandidateSource = (before: BlockPlace | undefined, most: number) => Promise<Candidate[]>;

/** All candidates after a place, the newest first, in growing pages: mostly the first few are enough. */
export async function* newestPages(
  source: CandidateSource,
  before: BlockPlace | undefined,
  first = FIRST_PAGE,
): AsyncGenerator<Candidate[]> {
  let border = before;
  for (let most = first; ; most = Math.min(most * 4, LONGEST_PAGE)) {
    const page = await source(border, most);
    yield page;
    border = page.at(-1);
    if (page.length < most || border === undefined) return;
  }
}

export function candidateSource(
  read: Read,
  query: SearchQuery,
  sessions: readonly string[] | undefined,
  wanted: CandidateQuery,
  reading: Reading,
): CandidateSource {
  const { since, until, role, kind, tool, errors = false } = query;
  const asked = (time: number | undefined) => (time === undefined ? undefined : databaseTime(time));
  const filters = [asked(since), asked(until), role, kind, tool, errors];
  return async (before, most) => {
    if (sessions?.length === 0) return [];
    const place = [before?.at, before?.session, before?.seq];
    const values = [wanted.match, wanted.leastOdd ?? 0, sessions, ...filters, wanted.needle, ...place, most];
    const rows = await read((queries) => queries.all(searchSql(queries, reading), values));
    return rows.map(({ at_ms: at, session_id: session, seq, bytes }) => ({
      at: Number(at),
      session: String(session),
      seq: Number(seq),
      bytes: Number(bytes),
    }));
  };
}

const time = (place: string) => `to_timestamp(${place}::float8 / 1000)`;
const ARGUMENTS = `$1::tsquery, $2, $3, ${time('$4')}, ${time('$5')}, $6, $7, $8, $9, $10, ${time('$11')}, $12, $13, $14`;
const searchSql = ({ functions }: Queries, reading: Reading) =>
  `select * from ${functions}${reading === 'owner' ? 'search_block' : 'search_redacted'}(${ARGUMENTS})`;
