import type { DatabaseSync } from 'node:sqlite';
import { isBelow } from '../../core/tools/path-below.ts';
import type { KeepDeleted } from '../model/archive.ts';
import { storedKey } from '../model/stored-row.ts';
import { removeKept } from './kept-sessions.ts';
import { removeSession } from './remove-session.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Statements } from './statements.ts';

const DAY_MS = 86_400_000;

export function readKeep(statements: Statements): KeepDeleted {
  const value = readSetting(statements, 'keep-deleted');
  if (value === undefined || value === 'forever' || value === 'never') return value ?? 'forever';
  return Number(value);
}

/** Drops sessions past their retention. Returns their number. Call it inside a transaction. */
export function dropOldGone(database: DatabaseSync, statements: Statements): number {
  const keep = readKeep(statements);
  if (keep === 'forever') return 0;
  const before = Date.now() - (keep === 'never' ? 0 : keep * DAY_MS);
  const old = statements.all(
    `select session.id, session.agent, session.thread_id, session.home from session
      join source on source.id = session.source_id where source.state = 'gone' and source.gone_ms <= ?`,
    before,
  );
  for (const row of old) {
    removeKept(database, storedKey(row));
    removeSession(statements, Number(row.id));
  }
  return old.length;
}

export function readExcluded(statements: Statements): string[] {
  return statements.all('select project from excluded order by project').map(({ project }) => String(project));
}

/** True in an excluded folder, or below it. */
export function isExcluded(statements: Statements, project: string | undefined): boolean {
  return project !== undefined && readExcluded(statements).some((folder) => isBelow(folder)(project));
}

/** Records that all files were checked, and the number of sessions. */
export function noteFresh(statements: Statements, at: number | undefined, sessions: number): void {
  if (at !== undefined) writeSetting(statements, 'fresh', String(at));
  writeSetting(statements, 'found', String(sessions));
}
