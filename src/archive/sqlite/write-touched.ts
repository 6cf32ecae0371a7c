import { redactText } from '../folding/block-redaction.ts';
import { type TouchedCounts, touchedOf } from '../model/touched-counts.ts';
import type { Statements } from './statements.ts';

/** Writes the files that a session used. Returns the number of changed rows. */
export function writeTouched(statements: Statements, session: number, touched: TouchedCounts): number {
  const known = new Map(
    statements
      .all('select path, how, count from touched where session_id = ?', session)
      .map(({ path, how, count }) => [`${how} ${path}`, Number(count)]),
  );
  let changed = 0;
  for (const [key, count] of touched) {
    const isKnown = known.get(key) === count;
    known.delete(key);
    if (isKnown) continue;
    const { how, path } = touchedOf(key);
    insertTouched(statements, session, path, how, count);
    changed += 1;
  }
  for (const key of known.keys()) {
    const { how, path } = touchedOf(key);
    statements.run('delete from touched where path = ? and session_id = ? and how = ?', path, session, how);
    changed += 1;
  }
  return changed;
}

/** Also replaces a row. */
export function insertTouched(statements: Statements, session: number, path: string, how: string, count: number): void {
  const safe = redactText(path);
  const sql = 'insert or replace into touched(path, session_id, how, count, redacted) values (?, ?, ?, ?, ?)';
  statements.run(sql, path, session, how, count, safe === path ? undefined : safe);
}
