import { chmodSync, closeSync, constants, existsSync, fstatSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { ARCHIVE_NAME, makePrivateFolder } from '../../machine/sessions/data-folder.ts';
import { errorCode, systemMessage } from '../../machine/sessions/file-fault.ts';
import { redactText } from '../folding/block-redaction.ts';
import { showEarlierVersion } from './earlier-version.ts';
import { restoreDecisions } from './kept-decisions.ts';
import { migrate } from './migrate.ts';
import { REDACT } from './reading.ts';
import { APPLICATION_ID, PRAGMAS, PRAGMAS_ON_CREATION, SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { loadSqlite, sqliteFault, transaction } from './sqlite.ts';
import { createStatements } from './statements.ts';

/** The reason an existing file cannot be used. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** Tells a file from any other that replaces it; undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}

/** Linux's numbers of network file systems: NFS, SMB, CIFS, AFS, Ceph, 9p. */
const NETWORK_TYPES = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

/** Opens the archive, or makes it. Throws `BadArchive` for a bad file. `check`: examine a small one for damage. */
export async function openDatabase(folder: string, { readOnly = false, check = true } = {}): Promise<DatabaseSync> {
  const { DatabaseSync } = await loadSqlite();
  const path = join(folder, ARCHIVE_NAME);
  if (!readOnly) makePrivateFolder(folder);
  const isNew = touch(path, readOnly);
  let database: DatabaseSync | undefined;
  try {
    database = readOnly ? await connectToRead(path) : new DatabaseSync(path, OPEN_OPTIONS);
    if (isNew) database.exec(PRAGMAS_ON_CREATION);
    database.exec(PRAGMAS);
    database.function(REDACT, { deterministic: true, directOnly: true }, (text) =>
      typeof text === 'string' ? redactText(text) : null,
    );
    if (!readOnly) database.exec(`pragma journal_mode = ${isNetworkFolder(folder) ? 'delete' : 'wal'}`);
    prepare(database, path, { readOnly, check });
    if (!readOnly) protect(path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof BadArchive || error instanceof ThreadlineError) throw error;
    if (sqliteFault(error) === 'corrupt') throw new BadArchive(systemMessage(error), { cause: error });
    throw error;
  }
}

const OPEN_OPTIONS = { timeout: archiveLimits.archiveBusyMs, allowExtension: false };

/** Readers too create a file, to share memory. If the folder forbids that and has no log, nothing can change. */
async function connectToRead(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await loadSqlite();
  const options = { ...OPEN_OPTIONS, readOnly: true };
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, options);
    database.prepare('select 1 from sqlite_schema').get();
    return database;
  } catch (error) {
    database?.close();
    const fault = sqliteFault(error);
    if (fault !== 'read-only' && fault !== 'other') throw error;
    if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) {
      const message = `the archive has a log that cannot be read while ${dirname(path)} cannot be written to`;
      throw new ThreadlineError('unreadable', message, { cause: error });
    }
    const unchanging = pathToFileURL(path);
    unchanging.searchParams.set('immutable', '1');
    return new DatabaseSync(unchanging, options);
  }
}

/** True if the file is new. We make it, private to its owner, before SQLite sees it; a link is refused. */
function touch(path: string, readOnly: boolean): boolean {
  const flags = readOnly ? constants.O_RDONLY : constants.O_RDWR | constants.O_CREAT;
  try {
    const descriptor = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw new ThreadlineError('unreadable', `${path} is no regular file`);
      return stats.size === 0;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof ThreadlineError) throw error;
    if (errorCode(error) === 'ENOENT') throw new ThreadlineError('not-found', 'there is no archive yet');
    if (errorCode(error) === 'ELOOP') throw new ThreadlineError('unreadable', `${path} is a link and is not followed`);
    const code = readOnly ? 'unreadable' : 'write-failed';
    throw new ThreadlineError(code, `cannot open ${path}: ${systemMessage(error)}`, { cause: error });
  }
}

function prepare(
  database: DatabaseSync,
  path: string,
  { readOnly, check }: { readOnly: boolean; check: boolean },
): void {
  const version = pragma(database, 'user_version');
  const id = pragma(database, 'application_id');
  const isEmpty = version === 0 && id === 0 && database.prepare('select 1 from sqlite_schema').get() === undefined;
  if (isEmpty && readOnly) throw new ThreadlineError('not-found', 'there is no archive yet');
  if (isEmpty) {
    create(database);
    return;
  }
  if (id !== APPLICATION_ID) throw new BadArchive('it is no archive of threadline');
  if (version > SCHEMA_VERSION || version < 1) throw new BadArchive(`it has the version ${version}`);
  if (check && statSync(path).size <= archiveLimits.maxCheckedArchiveBytes) quickCheck(database);
  if (version < SCHEMA_VERSION && !readOnly) migrate(database);
  if (version < SCHEMA_VERSION && readOnly) showEarlierVersion(database, version);
}

/** Of two processes the second finds what the first made. `restoreKept` takes in the kept sessions. */
function create(database: DatabaseSync): void {
  transaction(database, () => {
    if (pragma(database, 'user_version') !== 0) return;
    database.exec(SCHEMA);
    database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${SCHEMA_VERSION}`);
    restoreDecisions(database, createStatements(database));
  });
}

function quickCheck(database: DatabaseSync): void {
  const result = database.prepare('pragma quick_check(1)').get()?.quick_check;
  if (result !== 'ok') throw new BadArchive(String(result));
}

export function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name] ?? 0);
}

/** SQLite gives its other files the permissions of the first one; a umask cannot widen them. */
function protect(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(name) && (statSync(name).mode & 0o077) !== 0) chmodSync(name, 0o600);
  }
}

/** The write-ahead log needs shared memory, which such a file system lacks. */
function isNetworkFolder(folder: string): boolean {
  try {
    return process.platform === 'linux' && NETWORK_TYPES.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
