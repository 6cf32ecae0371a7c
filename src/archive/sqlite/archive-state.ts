import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { ARCHIVE_NAME } from '../../machine/sessions/data-folder.ts';
import type { ArchiveState } from '../model/archive.ts';
import { createChunkReader } from './chunks.ts';
import { editsState } from './fill-edits.ts';
import { countUnreadableCopies, keptBytes, keptFolder } from './kept-sessions.ts';
import { pragma } from './open-database.ts';
import { readExcluded, readKeep } from './rules.ts';
import { setAsideFiles } from './set-aside.ts';
import { readSetting } from './settings.ts';
import type { Statements } from './statements.ts';

const MOST_PROBLEMS = 100;

export function archiveState(database: DatabaseSync, statements: Statements, folder: string): ArchiveState {
  const count = (sql: string) => Number(statements.get(sql)?.count);
  const path = join(folder, ARCHIVE_NAME);
  const bytes = [path, `${path}-wal`].reduce((sum, name) => sum + (existsSync(name) ? statSync(name).size : 0), 0);
  return {
    folder,
    bytes: bytes + keptBytes(keptFolder(database)),
    version: pragma(database, 'user_version'),
    sessions: count('select count(*) as count from session'),
    gone: count(
      "select count(*) as count from session join source on source.id = source_id where source.state = 'gone'",
    ),
    blocks: count('select count(*) as count from block'),
    lines: editsState(statements).indexed,
    sources: Object.fromEntries(
      statements
        .all('select state, count(*) as count from source group by state order by state')
        .map(({ state, count: files }) => [String(state), Number(files)]),
    ),
    problems: statements
      .all('select path, problem from source where problem is not null order by path limit ?', MOST_PROBLEMS)
      .map((row) => ({ path: String(row.path), message: String(row.problem) })),
    freshAt: Number(readSetting(statements, 'fresh') ?? 0),
    keepDeleted: readKeep(statements),
    excluded: readExcluded(statements),
    setAside: setAsideFiles(folder),
  };
}

/** Counts nothing: a search asks for it each time. */
export function isNewArchive(statements: Statements): boolean {
  const isFresh = Number(readSetting(statements, 'fresh') ?? 0) > 0;
  return !isFresh && statements.get('select 1 from session limit 1') === undefined;
}

/** Faults of the archive itself; empty if there are none. Reads all of it. */
export function verifyArchive(database: DatabaseSync, statements: Statements): string[] {
  const wrong: string[] = [];
  for (const { integrity_check: line } of statements.all('pragma integrity_check(10)')) {
    if (line !== 'ok') wrong.push(String(line));
  }
  if (wrong.length > 0) return wrong;
  const one = (sql: string) => Number(statements.get(sql)?.count);
  const words = one('select count(*) as count from word_docsize');
  const blocks = one('select count(*) as count from block');
  if (words !== blocks) wrong.push(`the index knows ${words} blocks of ${blocks}`);
  const secret = one('select count(*) as count from block where secret > 0');
  for (const table of ['redacted_block', 'secret_word_docsize']) {
    const redacted = one(`select count(*) as count from ${table}`);
    if (redacted !== secret) wrong.push(`${table} knows ${redacted} blocks of ${secret} that hold secrets`);
  }
  const miscounted = one(
    'select count(*) as count from session where blocks <> (select count(*) from block where session_id = session.id)',
  );
  if (miscounted > 0) wrong.push(`${miscounted} sessions have other blocks than they say`);
  const lost = one('select count(*) as count from block where session_id not in (select id from session)');
  if (lost > 0) wrong.push(`${lost} blocks belong to no session`);
  const unreadable = countUnreadable(statements);
  if (unreadable > 0) wrong.push(`${unreadable} texts cannot be read`);
  const copies = countUnreadableCopies(database);
  if (copies > 0) wrong.push(`${copies} second copies of sessions that are gone cannot be read`);
  return wrong;
}

function countUnreadable(statements: Statements): number {
  const read = createChunkReader(statements, 1);
  let count = 0;
  for (const { chunk_id: chunk, reach } of statements.all(
    'select chunk_id, max(start + length + facts) as reach from block group by chunk_id',
  )) {
    try {
      if (read(Number(chunk)).length < Number(reach)) count += 1;
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      count += 1;
    }
  }
  return count;
}
