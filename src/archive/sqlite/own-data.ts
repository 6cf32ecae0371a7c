import type { DatabaseSync } from 'node:sqlite';
import type { ForgetFilter, GoingSession, KeepDeleted, PruneFilter } from '../model/archive.ts';
import { numberColumn, storedKey, textColumn } from '../model/stored-row.ts';
import { allOf, belowFolder, type Condition, isSession } from './conditions.ts';
import { keepDecisions } from './kept-decisions.ts';
import { removeHalfWritten, removeKept } from './kept-sessions.ts';
import { removeWithLog, setAsideFiles } from './set-aside.ts';
import { writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { SqliteRow, Statements } from './statements.ts';
import { renewVocabulary } from './vocabulary.ts';
import { forgottenKey, removeSession } from './write-session.ts';

/** The sessions that `forget` would remove. */
export function listForget(statements: Statements, filter: ForgetFilter): GoingSession[] {
  return goingRows(statements, forgetCondition(filter)).map(going);
}

/** Removes all traces of sessions, and archives that were set aside: nothing can be cut out of those. */
export function forget(
  database: DatabaseSync,
  statements: Statements,
  folder: string,
  filter: ForgetFilter,
): GoingSession[] {
  const rows = goingRows(statements, forgetCondition(filter));
  transaction(database, () => {
    for (const row of rows) {
      statements.run('insert or ignore into forgotten(key) values (?)', forgottenKey(storedKey(row)));
      const source = numberColumn(row.source_id);
      removeKept(database, storedKey(row));
      removeSession(statements, Number(row.id));
      statements.run("update source set state = 'forgotten', problem = null where id = ?", source);
    }
    removeHalfWritten(database);
    keepDecisions(database, statements);
  });
  erase(database);
  for (const path of setAsideFiles(folder)) removeWithLog(path);
  return rows.map(going);
}

/** The sessions that `prune` would remove: those that can be read again from files, and with `gone` the others. */
export function listPrune(statements: Statements, filter: PruneFilter): GoingSession[] {
  return goingRows(statements, pruneCondition(filter)).map(going);
}

/** Shrinks the archive. A session whose file exists comes back with the next index run, if it changes. */
export function prune(database: DatabaseSync, statements: Statements, filter: PruneFilter): GoingSession[] {
  const rows = goingRows(statements, pruneCondition(filter));
  transaction(database, () => {
    for (const row of rows) {
      removeKept(database, storedKey(row));
      removeSession(statements, Number(row.id));
    }
  });
  erase(database);
  return rows.map(going);
}

/** Sets the retention of sessions whose agent deleted their files. Applies from the next index run on. */
export function keepDeleted(database: DatabaseSync, statements: Statements, keep: KeepDeleted): void {
  const isDays = typeof keep === 'number' && Number.isSafeInteger(keep) && keep >= 0;
  if (keep !== 'forever' && keep !== 'never' && !isDays)
    throw new TypeError("keep is 'forever', 'never' or a number of days");
  transaction(database, () => {
    writeSetting(statements, 'keep-deleted', String(keep));
    keepDecisions(database, statements);
  });
}

/** Excludes a folder from now on, or includes it again. What is already stored stays: `forget` removes that. */
export function excludeProject(
  database: DatabaseSync,
  statements: Statements,
  project: string,
  isExcluded: boolean,
): void {
  transaction(database, () => {
    if (isExcluded) statements.run('insert or ignore into excluded(project) values (?)', project);
    else {
      statements.run('delete from excluded where project = ?', project);
      statements.run("update source set size = -1 where state = 'left-out'");
    }
    keepDecisions(database, statements);
  });
}

/** Merges the index, which keeps words of removed blocks until then, and empties the log. */
function erase(database: DatabaseSync): void {
  transaction(database, () => {
    database.exec("insert into word(word) values('optimize')");
    renewVocabulary(database, true);
  });
  database.exec('pragma wal_checkpoint(truncate)');
  database.exec('vacuum');
  database.exec('pragma wal_checkpoint(truncate)');
}

function forgetCondition({ session, project, before }: ForgetFilter): Condition {
  const parts: Condition[] = [];
  if (session) parts.push(isSession(session));
  if (project !== undefined) parts.push(belowFolder('session.project', project));
  if (before !== undefined) parts.push({ sql: 'coalesce(ended_ms, 0) < ?', values: [before] });
  if (parts.length === 0) throw new TypeError('what to forget is to be said: a session, a project, or before when');
  return allOf(parts);
}

function pruneCondition({ before, gone = false }: PruneFilter): Condition {
  const parts: Condition[] = [];
  if (before !== undefined) parts.push({ sql: 'coalesce(ended_ms, 0) < ?', values: [before] });
  if (!gone) parts.push({ sql: "source.state <> 'gone'", values: [] });
  else if (before === undefined) parts.push({ sql: "source.state = 'gone'", values: [] });
  if (before === undefined && !gone) throw new TypeError('what to prune is to be said: before when, or gone ones');
  return allOf(parts);
}

function goingRows(statements: Statements, { sql, values }: Condition): SqliteRow[] {
  return statements.all(
    `select session.*, source.state = 'gone' as gone from session join source on source.id = session.source_id
      where ${sql} order by coalesce(ended_ms, 0) desc`,
    ...values,
  );
}

function going(row: SqliteRow): GoingSession {
  return {
    key: storedKey(row),
    title: textColumn(row.title) ?? textColumn(row.first_prompt),
    endedAt: numberColumn(row.ended_ms),
    gone: row.gone === 1,
    blocks: Number(row.blocks),
  };
}
