import type { Condition } from './conditions.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** A block that may match. */
export interface Candidate {
  id: number;
  chunk: number;
  start: number;
  bytes: number;
}

const COLUMNS = 'block.id, block.chunk_id, block.start, block.length';
const SESSION = 'cross join session on session.id = block.session_id';
const FIRST_PAGE = 256;
const LONGEST_PAGE = 4096;

/** Returns candidates older than `before`, newest first. */
export type CandidateSource = (before: number, limit: number) => SqliteRow[];

/** Candidates from the word index. */
export function matching(statements: Statements, match: string, { sql, values }: Condition): CandidateSource {
  return (before, limit) =>
    statements.all(
      `select ${COLUMNS} from word cross join block on block.id = word.rowid ${SESSION}
        where word match ? and word.rowid < ? and ${sql} order by word.rowid desc limit ?`,
      match,
      before,
      ...values,
      limit,
    );
}

/** All blocks, those with text that is not a word, or those newer than the list of words. */
export function blocksWhere(
  statements: Statements,
  which: 'all' | 'odd' | { after: number },
  condition: Condition,
): CandidateSource {
  const { sql, values } = condition;
  const [filter, ...chosen] =
    which === 'all' ? ['true'] : which === 'odd' ? ['block.is_odd = 1'] : ['block.chunk_id > ?', which.after];
  return (before, limit) =>
    statements.all(
      `select ${COLUMNS} from block ${SESSION} where ${filter} and block.id < ? and ${sql} order by block.id desc limit ?`,
      ...chosen,
      before,
      ...values,
      limit,
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
      found.set(id, { id, chunk: Number(row.chunk_id), start: Number(row.start), bytes: Number(row.length) });
    }
    yield [...found.values()].sort((one, other) => other.id - one.id);
    if (reached === 0 && pages.every((page) => page.length < limit)) return;
    border = reached;
  }
}
