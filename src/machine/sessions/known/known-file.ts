import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { cacheFolder, isOurs } from '../cache-folder.ts';
import { makePrivateFolder } from '../data-folder.ts';
import { systemMessage } from '../file-fault.ts';
import { nodeSqlite } from '../rows/node-sqlite.ts';
import { attempt, holdsKnownRows, knownStoreIn } from './database-store.ts';
import type { KnownChanges, KnownStore } from './known-sessions.ts';
import { writeKnownRows } from './known-table.ts';

const NAME = 'sessions.db';
/** `THLK`: tells the cache from any other SQLite file. */
const APPLICATION_ID = 0x54484c4b;
/** The version of its tables. */
const VERSION = 1;
/** A loss of power may damage the file. It is then made anew. Deleted texts are overwritten. */
const PRAGMAS = 'pragma synchronous = off; pragma secure_delete = on; pragma trusted_schema = off;';

/** The file in which lists keep what they know where there is no archive. */
export function knownPath(folder = cacheFolder()): string {
  return join(folder, NAME);
}

/** A store in that file. */
export function openKnownFile(folder = cacheFolder()): KnownStore {
  const path = knownPath(folder);
  return knownStoreIn({
    open: () => openToRead(folder, path),
    write(changes) {
      // Once more without a file that cannot be used.
      if (!attempt(() => write(folder, path, changes))) attempt(() => write(folder, path, changes));
    },
  });
}

/** True if the file holds something of one of these files. */
export function isInKnownFile(paths: readonly string[], folder = cacheFolder()): boolean {
  return holdsKnownRows(() => openToRead(folder, knownPath(folder)), paths);
}

/** Removes the file with all that is in it: it can be made anew at any time. Throws `write-failed`. */
export function removeKnownFile(folder = cacheFolder()): void {
  const path = knownPath(folder);
  if (!isOurs(folder, 'folder')) return;
  try {
    for (const name of [path, `${path}-journal`]) rmSync(name, { force: true });
  } catch (error) {
    throw new ThreadlineError('write-failed', `cannot remove ${path}: ${systemMessage(error)}`, { cause: error });
  }
}

function openToRead(folder: string, path: string): DatabaseSync | undefined {
  if (!isOurs(folder, 'folder') || !isOurs(path, 'file')) return undefined;
  const database = connect(path, true);
  if (database && isCurrent(database)) return database;
  database?.close();
  return undefined;
}

function connect(path: string, readOnly: boolean): DatabaseSync | undefined {
  const sqlite = nodeSqlite();
  return sqlite && new sqlite.DatabaseSync(path, { readOnly, timeout: machineLimits.knownBusyMs });
}

function isCurrent(database: DatabaseSync): boolean {
  return pragma(database, 'application_id') === APPLICATION_ID && pragma(database, 'user_version') === VERSION;
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`pragma ${name}`).get()?.[name];
}

/** False if the file was damaged, or of another version: it is gone then, and may be made anew. */
function write(folder: string, path: string, changes: KnownChanges): boolean {
  makePrivateFolder(folder);
  const { O_CREAT, O_RDWR, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  if (!existsSync(path)) closeSync(openSync(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600));
  if (!isOurs(folder, 'folder') || !isOurs(path, 'file')) return true;
  const database = connect(path, false);
  try {
    database?.exec(PRAGMAS);
    database?.exec('begin immediate');
    if (database) writeInto(database, changes);
    database?.exec('commit');
    return true;
  } catch (error) {
    if (!isUnusable(error)) return true;
    removeKnownFile(folder);
    return false;
  } finally {
    database?.close();
  }
}

class WrongVersion extends Error {}

function writeInto(database: DatabaseSync, changes: KnownChanges): void {
  const isNew = database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (isNew) database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${VERSION}`);
  else if (!isCurrent(database)) throw new WrongVersion();
  writeKnownRows(database, changes);
}

/** SQLite's codes: an error of the tables, a damaged file, no database. */
const UNUSABLE: readonly number[] = [1, 11, 26];

function isUnusable(error: unknown): boolean {
  if (error instanceof WrongVersion) return true;
  return error instanceof Error && 'errcode' in error && UNUSABLE.includes(Number(error.errcode) & 0xff);
}
