import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { perDatabase } from './per-database.ts';

/** SQLite's code for a statement that it does not understand, such as one with a column that is not there. */
const SQLITE_ERROR = 1;

/** Prepares a statement; false where the database lacks a column that it names, as other versions of an agent do. */
export const preparedIfUsable = perDatabase((database, sql: string): StatementSync | false => {
  try {
    return database.prepare(sql);
  } catch (error) {
    if (Object(error).errcode === SQLITE_ERROR) return false;
    throw error;
  }
});

/** The SQL of a table, without what its database cannot answer: that tells nothing, and takes nothing else with it. */
export function usableOf(
  database: DatabaseSync,
  from: string,
  all: readonly (string | undefined)[],
): (string | undefined)[] {
  const isUsable = (parts: readonly string[]) =>
    parts.length === 0 || preparedIfUsable(database, `select ${parts.join(', ')} from ${from}`) !== false;
  if (isUsable(all.filter((sql) => sql !== undefined))) return [...all];
  return all.map((sql) => (sql !== undefined && isUsable([sql]) ? sql : undefined));
}
