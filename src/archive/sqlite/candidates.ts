import type { Reading } from '../model/reading.ts';
import type { Condition } from './conditions.ts';
import { READINGS } from './reading.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** A block that may match. */
export interface Candidate {
  id: number;
  chunk: number;
  start: number;
  bytes: number;
  /** True if its text is in `redacted_block` and not in a chunk. */
  isRedacted: boolean;
}

const SESSION = 'cross join session on session.id = block.session_id';
const FIRST_PAGE = 256;
const LONGEST_PAGE = 4096;

/** Returns candidates older than `before`, newest first. */
export type CandidateSource = (before: number, limit: number) => SqliteRow[];

/** Candidates from the word indexes. */
export function matching(
  statements: Statements,
  reading: Reading,
  match: string,
  { sql, values }: Condition,
): CandidateSource[] {
  const { columns, join, words } = READINGS[reading];
  return words.map(
    ({ table, filter }) =>
      (before, limit) =>
        statements.all(
          `select ${columns} from ${table} cross join block on block.id = ${table}.rowid ${SESSION} ${join}
            where ${table} match ? and ${table}.rowid < ? and ${filter} and ${sql} order by ${table}.rowid desc limit ?`,
          match,
          before,
          ...values,
          limit,
        ),
  );
}

/** All blocks, those with text that is not a word, or those newer than the list of words. */
export function blocksWhere(
  statements: Statements,
  reading: Reading,
  which: 'all' | 'odd' | { after: number },
  condition: Condition,
): CandidateSource[] {
  const { sql, values } = condition;
  const { columns, join, odd } = READINGS[reading];
  const filters = which === 'all' ? ['true'] : which === 'odd' ? odd : ['block.chunk_id > ?'];
  const chosen = typeof which === 'string' ? [] : [which.after];
  return filters.map(
    (filter) => (before, limit) =>
      statements.all(
        `select ${columns} from block ${SESSION} ${join} where ${filter} and block.id < ? and ${sql}
          order by block.id desc limit ?`,
        ...chosen,
        before,
        ...values,
        limit,
      ),
  );
}

/** Yields candidates newest first, each once, in pages that grow: mostly the first few suffice. */
export function* newestOf(sources: readonly CandidateSource[], before: number): Generator<Candidate[]> {
  let border = before;
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LONGEST_PAGE)) {
    const pages = sources.map((source) => source(border, limit));
    // After the last row of a full page, its source may have others in between.
    const reached = Math.max(...pages.map((page) => (page.length < limit ? 0 : Number(page.at(-1)?.id))));
    const found = new Map<number, Candidate>();
    for (const row of pages.flat()) {
      const id = Number(row.id);
      if (id < reached) continue;
      found.set(id, candidateOf(row));
    }
    yield [...found.values()].sort((one, other) => other.id - one.id);
    if (reached === 0 && pages.every((page) => page.length < limit)) return;
    border = reached;
  }
}

export function candidateOf(row: SqliteRow): Candidate {
  return {
    id: Number(row.id),
    chunk: Number(row.chunk_id),
    start: Number(row.start),
    bytes: Number(row.length),
    isRedacted: row.is_redacted === 1,
  };
}
