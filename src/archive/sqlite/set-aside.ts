import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { archiveLimits } from '../../limits/archive.ts';
import { ARCHIVE_NAME } from '../../machine/sessions/data-folder.ts';
import { lockFile } from '../../machine/sessions/file-lock.ts';
import type { SetAside } from '../model/archive.ts';
import { copyGone } from './copy-gone.ts';
import { dropUnreadable, restoreKept } from './kept-sessions.ts';
import { BadArchive, identityOf, openDatabase } from './open-database.ts';
import { loadSqlite, sqliteFault } from './sqlite.ts';
import { createStatements } from './statements.ts';

const BAD_NAME = /^archive\.bad-\d+(?:-\d+)?\.db$/;
const LOCK_NAME = 'replace.lock';

/** Sets the bad file `identity` aside and makes a new archive, or opens the one that another process has made. */
export async function replaceArchive(
  folder: string,
  reason: string,
  identity: string | undefined,
): Promise<{ database: DatabaseSync; setAside?: SetAside }> {
  const lock = await lockFile(join(folder, LOCK_NAME), archiveLimits.archiveReplaceMs);
  try {
    if (identity !== identityOf(join(folder, ARCHIVE_NAME))) {
      const database = await openDatabase(folder).catch((error: unknown) => {
        if (!(error instanceof BadArchive)) throw error;
      });
      if (database) return { database };
    }
    const path = moveAside(folder);
    const database = await openDatabase(folder);
    const statements = createStatements(database);
    const unreadable = restoreKept(database, statements);
    const { lost } = await carryOver(path, database);
    dropUnreadable(database, statements, unreadable);
    dropOldest(folder);
    const carried = Number(statements.get('select count(*) as count from session')?.count);
    return { database, setAside: { path, reason, carried, lost } };
  } finally {
    lock.close();
  }
}

/** The files that were set aside, oldest first. */
export function setAsideFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const time = (name: string) => Number(/\d+/.exec(name)?.[0]);
  return readdirSync(folder)
    .filter((name) => BAD_NAME.test(name))
    .sort((one, other) => time(one) - time(other) || (one < other ? -1 : 1))
    .map((name) => join(folder, name));
}

export function removeWithLog(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { force: true });
}

/** Moves the archive with its log, which holds the last writes. */
function moveAside(folder: string): string {
  const now = Date.now();
  let path = join(folder, `archive.bad-${now}.db`);
  for (let count = 2; existsSync(path); count += 1) path = join(folder, `archive.bad-${now}-${count}.db`);
  for (const end of ['-wal', '-shm', '']) {
    const from = join(folder, ARCHIVE_NAME + end);
    if (existsSync(from)) renameSync(from, path + end);
  }
  return path;
}

async function carryOver(path: string, database: DatabaseSync): Promise<{ lost: number }> {
  const { DatabaseSync } = await loadSqlite();
  let old: DatabaseSync | undefined;
  try {
    old = new DatabaseSync(path);
    return copyGone(old, database);
  } catch (error) {
    // Nothing of it can be read here. It is kept for other tools.
    if (sqliteFault(error) === undefined) throw error;
    return { lost: 0 };
  } finally {
    old?.close();
  }
}

function dropOldest(folder: string): void {
  for (const path of setAsideFiles(folder).slice(0, -archiveLimits.maxSetAsideArchives)) removeWithLog(path);
}
