import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ThreadlineError } from '../../../errors.ts';
import { machineLimits } from '../../../limits/machine.ts';
import { errorCode, fileFault } from '../file-fault.ts';
import { databaseStamp, indexOf, logOf, statOf } from './database-files.ts';
import { heldDatabase, hold, release } from './held-databases.ts';
import { nodeSqlite } from './node-sqlite.ts';

/**
 * Opens an agent's database for reading. It is closed in a moment, and at once if it changes: the agent can always write,
 * tidy up and delete.
 */
export function readDatabase<T>(path: string, read: (database: DatabaseSync) => T): T {
  try {
    const use = useOf(path);
    if (use !== 'left') return readAs(path, use, read);
    // Nobody had it open. If somebody does now, what was read may be torn.
    const result = outcomeOf(() => readAs(path, use, read));
    return useOf(path) === use ? result() : readAs(path, 'shared', read);
  } catch (error) {
    if (error instanceof ThreadlineError || errorCode(error) !== 'ERR_SQLITE_ERROR') throw fileFault(error, path);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ThreadlineError('unreadable', `cannot read ${path}: ${reason}`, { cause: error });
  }
}

/**
 * How a database is used. `empty`: its file has no byte, so there is nothing to read, and SQLite would delete a log beside it. `rest`: its
 * file holds all rows, and there is no log, or an empty one. `left`: a log is there, but nobody has it open: its index, which all who
 * do share, is missing. `shared`: whatever else.
 */
type DatabaseUse = 'empty' | 'rest' | 'left' | 'shared';

const VERSIONS_OFFSET = 18;
const WITH_LOG = 2;

function useOf(path: string): DatabaseUse {
  const header = Buffer.alloc(VERSIONS_OFFSET + 1);
  const descriptor = openSync(path, 'r');
  try {
    if (readSync(descriptor, header, 0, header.length, 0) === 0) return 'empty';
  } finally {
    closeSync(descriptor);
  }
  const log = statOf(logOf(path));
  const isOpen = statOf(indexOf(path)) !== undefined;
  if (!log || (log.size === 0 && !isOpen)) return header[VERSIONS_OFFSET] === WITH_LOG ? 'rest' : 'shared';
  // A log counts whatever the header says: the first page may stand in the log, too.
  return isOpen || process.platform === 'win32' ? 'shared' : 'left';
}

/** How to open a database without a trace. A normal open would create a log, or its index, beside it. */
const OPENINGS = {
  rest: { parameter: ['immutable', '1'], pragma: '' },
  /** The index is kept in memory by one who has the database alone. This file system takes no lock for that. */
  left: { parameter: ['vfs', 'unix-none'], pragma: 'pragma locking_mode = exclusive;' },
  shared: { parameter: undefined, pragma: '' },
} as const;

function readAs<T>(path: string, use: DatabaseUse, read: (database: DatabaseSync) => T): T {
  const stamp = databaseStamp(path);
  const state = `${use} ${stamp}`;
  const database = heldDatabase(path, state) ?? connect(path, use);
  let isRead = false;
  try {
    const result = read(database);
    isRead = true;
    return result;
  } finally {
    hold(path, { database, state, isShared: use === 'shared' });
    // One whose changes cannot be told may be another at once.
    if (!isRead || stamp === undefined) release(path);
  }
}

function connect(path: string, use: DatabaseUse): DatabaseSync {
  const sqlite = nodeSqlite();
  if (!sqlite) throw new ThreadlineError('unsupported', `sessions in ${path} need Node 22.16 or later`);
  if (use === 'empty') return new sqlite.DatabaseSync(':memory:');
  const { parameter, pragma } = OPENINGS[use];
  const url = pathToFileURL(path);
  if (parameter) url.searchParams.set(parameter[0], parameter[1]);
  const options = { readOnly: true, timeout: machineLimits.databaseWaitMs };
  const database = new sqlite.DatabaseSync(parameter ? url : path, options);
  try {
    // The creator of the file must not be able to run anything by it.
    database.exec(`${pragma} pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The outcome of a call, to be had later: its result, or what it threw. */
function outcomeOf<T>(call: () => T): () => T {
  try {
    const result = call();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
