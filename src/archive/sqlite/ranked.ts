import { archiveLimits } from '../../limits/archive.ts';
import { pageLimit } from '../model/paging.ts';
import type { Reading } from '../model/reading.ts';
import type { SearchOptions, SearchPage, SearchQuery } from '../model/search-query.ts';
import { numberColumn } from '../model/stored-row.ts';
import type { Page } from '../model/thread-store.ts';
import { DEFAULT_CONTEXT } from '../query/collect-hits.ts';
import type { MatchQuery } from '../query/match-query.ts';
import { findWords } from '../query/snippet.ts';
import { candidateOf } from './candidates.ts';
import type { Condition } from './conditions.ts';
import { matchText } from './match-text.ts';
import { createHitReader, searchedOf } from './read-hits.ts';
import { READINGS } from './reading.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** The best of the newest matches. */
export function ranked(
  statements: Statements,
  reading: Reading,
  { match, words }: MatchQuery,
  condition: Condition,
  { mode }: SearchQuery,
  page: Page,
  { context = DEFAULT_CONTEXT }: SearchOptions,
): SearchPage {
  const text = matchText(match);
  const { rows, oldest } = rankedRows(statements, reading, text, condition, pageLimit(page));
  const { withText, hitOf } = createHitReader(statements, reading);
  const hits = rows.flatMap((row) => {
    const found = withText(candidateOf(row));
    return found ? hitOf(found, findWords(found.text.toString(), words, mode === 'phrase'), context) : [];
  });
  const rankedOf = oldest === undefined ? {} : { rankedOf: archiveLimits.maxRankedHits };
  return { hits, ...searchedOf(statements, reading), scanned: false, ...rankedOf };
}

/**
 * Scores come from one index. For the owner it has redacted texts of blocks with secrets: such a block counts only if it
 * matches as it was said, and comes last if what was asked for stands in the secret alone.
 */
function rankedRows(
  statements: Statements,
  reading: Reading,
  text: string,
  { sql, values }: Condition,
  limit: number,
): { rows: SqliteRow[]; oldest: number | undefined } {
  const { columns, join } = READINGS[reading];
  const isOwner = reading === 'owner';
  const tables = (index: string) =>
    `${index} cross join block on block.id = ${index}.rowid cross join session on session.id = block.session_id ${join}`;
  const asSaid = isOwner
    ? '(block.secret = 0 or block.id in (select rowid from secret_word where secret_word match ?))'
    : 'true';
  const given = isOwner ? [text, ...values] : values;
  const oldest = numberColumn(
    statements.get(
      `select word.rowid as id from ${tables('word')} where word match ? and ${asSaid} and ${sql}
        order by word.rowid desc limit 1 offset ?`,
      text,
      ...given,
      archiveLimits.maxRankedHits - 1,
    )?.id,
  );
  const rows = statements.all(
    `select ${columns} from ${tables('word')} where word match ? and word.rowid >= ? and ${asSaid} and ${sql}
      order by bm25(word), word.rowid desc limit ?`,
    text,
    oldest ?? 0,
    ...given,
    limit,
  );
  if (!isOwner || rows.length === limit) return { rows, oldest };
  const inSecrets = statements.all(
    `select ${columns} from ${tables('secret_word')} where secret_word match ?
      and block.id not in (select rowid from word where word match ?) and ${sql} order by block.id desc limit ?`,
    text,
    text,
    ...values,
    limit - rows.length,
  );
  return { rows: [...rows, ...inSecrets], oldest };
}
