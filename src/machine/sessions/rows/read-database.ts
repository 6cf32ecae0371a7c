import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { errorCode, fileFault } from '../file-fault.ts';
import { nodeSqlite } from './node-sqlite.ts';

/** Opens an agent's database for reading and closes it at once: the agent can always write, tidy up and delete. */
export function readDatabase<T>(path: string, read: (database: DatabaseSync) => T): T {
  const sqlite = nodeSqlite();
  if (!sqlite) throw new ThreadlineError('unsupported', `sessions in ${path} need Node 22.16 or later`);
  let database: DatabaseSync | undefined;
  try {
    const place = isAtRest(path) ? atRest(path) : path;
    database = new sqlite.DatabaseSync(place, { readOnly: true, timeout: machineLimits.databaseWaitMs });
    // The creator of the file must not be able to run anything by it.
    database.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on');
    return read(database);
  } catch (error) {
    if (error instanceof ThreadlineError || errorCode(error) !== 'ERR_SQLITE_ERROR') throw fileFault(error, path);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ThreadlineError('unreadable', `cannot read ${path}: ${reason}`, { cause: error });
  } finally {
    database?.close();
  }
}

/** The write-ahead log of a database, which may hold the newest rows, or all of them. */
function logOf(path: string): string {
  return `${path}-wal`;
}

const VERSIONS_OFFSET = 18;
const WITH_LOG = 2;

/** True if nobody has the database open: its file holds all rows. A normal open would create a log beside it. */
function isAtRest(path: string): boolean {
  const header = Buffer.alloc(VERSIONS_OFFSET + 1);
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return header[VERSIONS_OFFSET] === WITH_LOG && statOf(logOf(path)) === undefined;
}

function atRest(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** File systems round times: a write just after another change may have the same time. */
const STEP_MS = 2000;

/** A text that differs after every change of the database; undefined if it just changed, or cannot be examined. */
export function databaseStamp(path: string): string | undefined {
  const parts: string[] = [];
  for (const name of [path, logOf(path)]) {
    const stats = statOf(name);
    if (stats && Math.abs(Date.now() - stats.mtimeMs) < STEP_MS) return undefined;
    parts.push(stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'none');
  }
  return parts.join(' ');
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
