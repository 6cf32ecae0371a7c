import type { DatabaseSync } from 'node:sqlite';
import { removeJournals } from '../../machine/sessions/journal/journal-file.ts';
import { removeKnownFile } from '../../machine/sessions/known/known-file.ts';
import { clearKnownRows } from '../../machine/sessions/known/known-table.ts';
import type { ForgetFilter, GoingSession, KeepDeleted, PruneFilter } from '../model/archive.ts';
import { numberColumn, storedKey, textColumn } from '../model/stored-row.ts';
import { allOf, anyOf, belowFolder, type Condition, isSession } from './conditions.ts';
import { rememberForgotten } from './forgotten.ts';
import { keepDecisions } from './kept-decisions.ts';
import { removeHalfWritten, removeKept } from './kept-sessions.ts';
import { removeSession } from './remove-session.ts';
import { removeWithLog, setAsideFiles } from './set-aside.ts';
import { writeSetting } from './settings.ts';
import { transaction } from './sqlite.ts';
import type { SqliteRow, Statements } from './statements.ts';
import { renewVocabulary } from './vocabulary.ts';
import { removeEdits } from './write-edits.ts';

/** The sessions that `forget` would remove. */
export function listForget(statements: Statements, filter: ForgetFilter): GoingSession[] {
  return forgetRows(statements, filter).map(going);
}

/** A session that is named goes with all that was made of it: what it started, and copies that were handed over. */
function forgetRows(statements: Statements, filter: ForgetFilter): SqliteRow[] {
  const rows = goingRows(statements, forgetCondition(filter));
  if (!filter.session && !filter.sessions) return rows;
  const known = new Set(rows.map(({ id }) => id));
  // The list grows while it is walked through.
  for (const { agent, thread_id: thread } of rows) {
    const sql = '(session.agent = ? and parent_thread = ?) or forked_from = ?';
    const made = goingRows(statements, { sql, values: [String(agent), String(thread), `${agent}:${thread}`] });
    for (const row of made) {
      if (!known.has(row.id)) rows.push(row);
      known.add(row.id);
    }
  }
  return rows;
}

/** Removes all traces of sessions, and archives that were set aside: nothing can be cut out of those. */
export function forget(
  database: DatabaseSync,
  statements: Statements,
  folder: string,
  filter: ForgetFilter,
): GoingSession[] {
  const rows = forgetRows(statements, filter);
  transaction(database, () => {
    for (const key of filter.sessions ?? []) rememberForgotten(statements, key);
    for (const row of rows) {
      rememberForgotten(statements, storedKey(row));
      const source = numberColumn(row.source_id);
      removeKept(database, storedKey(row));
      removeSession(statements, Number(row.id));
      statements.run("update source set state = 'forgotten', problem = null where id = ?", source);
    }
    removeHalfWritten(database);
    clearKnownRows(database);
    keepDecisions(database, statements);
  });
  removeKnownFile();
  erase(database);
  for (const path of setAsideFiles(folder)) removeWithLog(path);
  removeJournals(rows.map(journalOf), folder);
  return rows.map(going);
}

/** The sessions that `prune` would remove: those that can be read again from files, and with `gone` the others. */
export function listPrune(statements: Statements, filter: PruneFilter): GoingSession[] {
  return goingRows(statements, pruneCondition(filter)).map(going);
}

/** Shrinks the archive. A session whose file exists comes back with the next index run, if it changes. */
export function prune(
  database: DatabaseSync,
  statements: Statements,
  folder: string,
  filter: PruneFilter,
): GoingSession[] {
  const rows = goingRows(statements, pruneCondition(filter));
  transaction(database, () => {
    for (const row of rows) {
      removeKept(database, storedKey(row));
      removeSession(statements, Number(row.id));
    }
    clearKnownRows(database);
  });
  removeKnownFile();
  erase(database);
  removeJournals(rows.map(journalOf), folder);
  return rows.map(going);
}

function journalOf(row: SqliteRow): { agent: string; id: string } {
  const { agent, threadId: id } = storedKey(row);
  return { agent, id };
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

/**
 * Excludes a folder from now on, or includes it again. Texts that are already stored stay: `forget` removes them. Nobody is
 * told any more who wrote lines there.
 */
export function excludeProject(
  database: DatabaseSync,
  statements: Statements,
  project: string,
  isExcluded: boolean,
): void {
  transaction(database, () => {
    // What was kept of edits there goes; of a folder that is taken in again it is made anew.
    const { sql, values } = belowFolder('session.project', project);
    for (const { id } of statements.all(`select id from session where ${sql}`, ...values))
      removeEdits(statements, Number(id));
    if (isExcluded) {
      statements.run('insert or ignore into excluded(project) values (?)', project);
      // What lists learnt of its sessions. They learn the rest again.
      clearKnownRows(database);
    } else {
      statements.run('delete from excluded where project = ?', project);
      statements.run("update source set size = -1 where state = 'left-out'");
    }
    keepDecisions(database, statements);
  });
  if (isExcluded) removeKnownFile();
}

/** Merges the index, which keeps words of removed blocks until then, and empties the log. */
function erase(database: DatabaseSync): void {
  transaction(database, () => {
    for (const index of ['word', 'secret_word']) database.exec(`insert into ${index}(${index}) values('optimize')`);
    renewVocabulary(database, true);
  });
  database.exec('pragma wal_checkpoint(truncate)');
  database.exec('vacuum');
  database.exec('pragma wal_checkpoint(truncate)');
}

function forgetCondition({ session, sessions, project, before }: ForgetFilter): Condition {
  const parts: Condition[] = [];
  if (session) parts.push(isSession(session));
  if (sessions) parts.push(anyOf(sessions.map(isSession)));
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
    `select session.*, source.path, source.state = 'gone' as gone from session join source on source.id = session.source_id
      where ${sql} order by coalesce(ended_ms, 0) desc`,
    ...values,
  );
}

function going(row: SqliteRow): GoingSession {
  return {
    key: storedKey(row),
    title: textColumn(row.title) ?? textColumn(row.first_prompt),
    endedAt: numberColumn(row.ended_ms),
    path: String(row.path),
    gone: row.gone === 1,
    blocks: Number(row.blocks),
  };
}
