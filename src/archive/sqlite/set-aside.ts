import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { limits } from '../../limits.ts';
import type { SetAside } from '../archive.ts';
import { ARCHIVE_NAME } from '../data-folder.ts';
import { copyGone } from './copy-gone.ts';
import { openDatabase } from './open-database.ts';
import { loadSqlite, sqliteFault } from './sqlite.ts';

const BAD_NAME = /^archive\.bad-\d+(?:-\d+)?\.db$/;

/** Puts a bad archive out of the way, makes a new one and carries over what exists nowhere else. */
export async function replaceArchive(
  folder: string,
  reason: string,
): Promise<{ database: DatabaseSync; setAside: SetAside }> {
  const path = moveAside(folder);
  const database = await openDatabase(folder);
  const counts = await carryOver(path, database);
  dropOldest(folder);
  return { database, setAside: { path, reason, ...counts } };
}

/** The files that were set aside, the oldest first. */
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

/** With its log, which holds what was written last. */
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

async function carryOver(path: string, database: DatabaseSync): Promise<{ carried: number; lost: number }> {
  const { DatabaseSync } = await loadSqlite();
  let old: DatabaseSync | undefined;
  try {
    old = new DatabaseSync(path);
    return copyGone(old, database);
  } catch (error) {
    // Nothing of it can be read; it is kept for whoever can.
    if (sqliteFault(error) === undefined) throw error;
    return { carried: 0, lost: 0 };
  } finally {
    old?.close();
  }
}

function dropOldest(folder: string): void {
  for (const path of setAsideFiles(folder).slice(0, -limits.maxSetAsideArchives)) removeWithLog(path);
}
