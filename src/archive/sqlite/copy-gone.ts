import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../../machine/sessions/file-fault.ts';
import { keepRevision, lastRevision } from './revision.ts';
import { readSession, readSource, tryRead, writeSessionCopy, writeSourceCopy } from './session-copy.ts';
import { transaction } from './sqlite.ts';
import { createStatements, type SqliteRow, type Statements } from './statements.ts';

/** Copies gone sessions, and the person's decisions. A damaged session does not stop the others. */
export function copyGone(from: DatabaseSync, to: DatabaseSync): { lost: number } {
  const [old, next] = [createStatements(from), createStatements(to)];
  copyDecisions(to, old, next);
  let lost = 0;
  for (const { row, copySource, sessions } of eachGone(old, next)) {
    if (isThere(next, row)) continue;
    try {
      transaction(to, () => {
        const ids = sessions();
        if (ids.length === 0 && row.state !== 'gone') return;
        const source = copySource();
        for (const id of ids) writeSessionCopy(next, readSession(old, id, true), source);
      });
    } catch {
      lost += 1;
    }
  }
  return { lost };
}

/** A file that is gone, and its sessions. */
interface GoneSource {
  /** With `agent`, `home` and `thread_id`. */
  row: SqliteRow;
  copySource(): number;
  sessions(): number[];
}

/**
 * Reads tables from end to end, because an index may be damaged. Files that went since the last run count. If
 * nobody can tell which files are gone, all count; the next index run takes back those that exist.
 */
function eachGone(old: Statements, next: Statements): GoneSource[] {
  try {
    return old
      .all('select id, agent, home, thread_id, path, state from source not indexed')
      .filter(({ state, path }) => state === 'gone' || isMissing(String(path)))
      .map((row) => ({
        row,
        copySource: () => writeSourceCopy(next, readSource(old, Number(row.id))),
        sessions: () => idsOf(old.all('select id from session not indexed where source_id = ?', row.id)),
      }));
  } catch {
    const sessions = tryRead(() => old.all('select id, agent, home, thread_id from session not indexed'));
    return sessions.map((row) => ({ row, copySource: () => unknownSource(next, row), sessions: () => idsOf([row]) }));
  }
}

/** True if it was copied from the kept sessions before. */
function isThere(next: Statements, { agent, home, thread_id: thread }: SqliteRow): boolean {
  const sql = 'select 1 from session where agent = ? and home = ? and thread_id = ?';
  return thread !== null && next.get(sql, agent, home, thread) !== undefined;
}

function isMissing(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

function idsOf(rows: readonly SqliteRow[]): number[] {
  return rows.map(({ id }) => Number(id));
}

function unknownSource(next: Statements, { agent, home, thread_id: thread }: SqliteRow): number {
  return next.run(
    `insert into source(agent, home, path, thread_id, identity, size, mtime_ms, offset, state, gone_ms, superseded, fold)
      values (?, ?, '', ?, '', -1, 0, 0, 'gone', ?, 0, 0)`,
    agent,
    home,
    thread,
    Date.now(),
  );
}

function copyDecisions(to: DatabaseSync, old: Statements, next: Statements): void {
  transaction(to, () => {
    const decided = "select * from setting where name not in ('fresh', 'found', 'revision')";
    for (const { name, value } of tryRead(() => old.all(decided))) {
      next.run('insert or replace into setting(name, value) values (?, ?)', name, value);
    }
    for (const { project } of tryRead(() => old.all('select project from excluded'))) {
      next.run('insert or ignore into excluded(project) values (?)', project);
    }
    for (const { key } of tryRead(() => old.all('select key from forgotten'))) {
      next.run('insert or ignore into forgotten(key) values (?)', key);
    }
    const [counted] = tryRead(() => [{ last: lastRevision(old) }]);
    keepRevision(next, Number(counted?.last ?? 0));
  });
}
