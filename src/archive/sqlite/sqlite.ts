import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { errorCode } from '../../machine/sessions/file-fault.ts';
import { nodeSqlite } from '../../machine/sessions/rows/node-sqlite.ts';

type Sqlite = typeof import('node:sqlite');

/** SQLite's primary error codes. */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const READ_ONLY = 8;
const NOT_A_DATABASE = 26;
/** The shared-memory file cannot grow: one of the I/O errors, identified by its extended code. */
const NO_ROOM_TO_SHARE = 10 | (19 << 8);

/** Loads Node's SQLite on first use. Rejects if this Node has none. */
export async function loadSqlite(): Promise<Sqlite> {
  const sqlite = nodeSqlite();
  if (sqlite) return sqlite;
  throw new ThreadlineError('unsupported', `the archive needs Node 22.16 or later, this is ${process.version}`);
}

/** The kind of an SQLite error; undefined for any other error. */
export function sqliteFault(error: unknown): 'busy' | 'corrupt' | 'full' | 'read-only' | 'other' | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  if (error.errcode === NO_ROOM_TO_SHARE) return 'full';
  switch (error.errcode & 0xff) {
    case BUSY:
      return 'busy';
    case CORRUPT:
    case NOT_A_DATABASE:
      return 'corrupt';
    case FULL:
      return 'full';
    case READ_ONLY:
      return 'read-only';
    default:
      return 'other';
  }
}

/** True if SQLite or the file system reports no room: the disk, a quota, or the process's file size limit. */
export function isDiskFull(error: unknown): boolean {
  return sqliteFault(error) === 'full' || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error));
}

/** Converts an SQLite error into a ThreadlineError; returns anything else unchanged. */
export function asThreadlineError(error: unknown): unknown {
  if (sqliteFault(error) !== undefined && error instanceof Error && error.message.includes('no such module')) {
    const message = `the archive needs a Node whose SQLite has FTS5: 22.16 or later, this is ${process.version}`;
    return new ThreadlineError('unsupported', message, { cause: error });
  }
  switch (sqliteFault(error)) {
    case 'busy':
      return new ThreadlineError('busy', 'another process is writing to the archive', { cause: error });
    case 'corrupt':
      return new ThreadlineError('damaged', "the archive is damaged; 'threadline archive rebuild' makes it anew", {
        cause: error,
      });
    case 'full':
      return new ThreadlineError('write-failed', 'the disk is full: the archive is not up to date', { cause: error });
    case 'read-only':
      return new ThreadlineError('write-failed', 'the archive cannot be written to', { cause: error });
    case 'other':
      return new ThreadlineError('write-failed', `the archive: ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      });
    default:
      return error;
  }
}

/** Runs one transaction: all of it is written, or nothing. Throws what it threw, or `busy` after the wait. */
export function transaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = run();
    database.exec('commit');
    return result;
  } catch (error) {
    // SQLite may have rolled back by itself.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
