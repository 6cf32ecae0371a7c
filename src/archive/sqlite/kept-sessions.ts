import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { makePrivateFolder } from '../../machine/sessions/data-folder.ts';
import { errorCode, systemMessage } from '../../machine/sessions/file-fault.ts';
import type { SourceProblem } from '../model/index-report.ts';
import type { SessionKey } from '../model/session-row.ts';
import { storedKey } from '../model/stored-row.ts';
import { isForgotten } from './forgotten.ts';
import { readKeptFile, writeKeptFile } from './kept-file.ts';
import { readSession, readSource, writeSessionCopy, writeSourceCopy } from './session-copy.ts';
import { isDiskFull, sqliteFault, transaction } from './sqlite.ts';
import type { SqliteRow, Statements } from './statements.ts';
import { findSession, keptKey } from './write-session.ts';

// Gone sessions exist nowhere else. A second copy of each is kept in a file beside the archive, so
// that no damage of the archive, and no damage of one such file, loses one.

const KEPT_NAME = /^([0-9a-f]{64})\.ndjson\.zst$/;
const TEMPORARY_NAME = /\.tmp$/;

export function keptFolder(database: DatabaseSync): string {
  return join(dirname(database.location() ?? ''), 'kept');
}

/** The path of the second copy of a gone session; it need not exist. */
export function keptCopyPath(folder: string, key: SessionKey): string {
  return pathOf(join(folder, 'kept'), keptKey(key).toString('hex'));
}

/** Aligns kept copies with the archive, each in a transaction: a process that forgets a session finds its copy. */
export function keepSessions(
  database: DatabaseSync,
  statements: Statements,
  onProblem: (problem: SourceProblem) => void,
): void {
  const folder = keptFolder(database);
  const gone = goneSessions(statements);
  const kept = keptHashes(folder);
  for (const [hash, session] of gone) {
    if (!kept.has(hash)) told(onProblem, folder, () => keepSession(database, statements, folder, hash, session));
  }
  for (const hash of kept) {
    if (!gone.has(hash)) told(onProblem, folder, () => takeInOrRemove(database, statements, folder, hash));
  }
}

/** Takes in all kept sessions. Returns the hashes of those that cannot be read. */
export function restoreKept(database: DatabaseSync, statements: Statements): string[] {
  const folder = keptFolder(database);
  const unreadable: string[] = [];
  for (const hash of keptHashes(folder)) {
    try {
      takeInOrRemove(database, statements, folder, hash);
    } catch (error) {
      if (sqliteFault(error) !== undefined) throw error;
      unreadable.push(hash);
    }
  }
  return unreadable;
}

/** Call it before the session's rows are removed: if that fails, the next index run makes the copy again. */
export function removeKept(database: DatabaseSync, key: SessionKey): void {
  rmSync(pathOf(keptFolder(database), keptKey(key).toString('hex')), { force: true });
}

/** An unreadable copy is no copy: the next index run makes another one, of sessions that the archive has. */
export function dropUnreadable(database: DatabaseSync, statements: Statements, hashes: readonly string[]): void {
  const gone = goneSessions(statements);
  for (const hash of hashes) if (gone.has(hash)) rmSync(pathOf(keptFolder(database), hash), { force: true });
}

/** Removes files that a killed index run left half written. */
export function removeHalfWritten(database: DatabaseSync): void {
  const folder = keptFolder(database);
  for (const name of namesIn(folder)) if (TEMPORARY_NAME.test(name)) rmSync(join(folder, name), { force: true });
}

export function keptBytes(folder: string): number {
  const size = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return namesIn(folder).reduce((sum, name) => sum + size(name), 0);
}

/** The number of copies that cannot be read to their end. */
export function countUnreadableCopies(database: DatabaseSync): number {
  const folder = keptFolder(database);
  let count = 0;
  for (const hash of keptHashes(folder)) {
    try {
      for (const _ of readKeptFile(pathOf(folder, hash)).blocks);
    } catch {
      count += 1;
    }
  }
  return count;
}

function keepSession(
  database: DatabaseSync,
  statements: Statements,
  folder: string,
  hash: string,
  { id, source_id: source }: SqliteRow,
): void {
  makePrivateFolder(folder);
  transaction(database, () => {
    // Another process may have removed it, or found its file again.
    const isGone = statements.get(
      "select 1 from session join source on source.id = source_id where session.id = ? and state = 'gone'",
      id,
    );
    if (!isGone) return;
    const copy = { source: readSource(statements, Number(source)), ...readSession(statements, Number(id)) };
    writeKeptFile(pathOf(folder, hash), copy);
  });
}

function takeInOrRemove(database: DatabaseSync, statements: Statements, folder: string, hash: string): void {
  const path = pathOf(folder, hash);
  transaction(database, () => {
    if (!existsSync(path)) return;
    if (statements.get('select 1 from forgotten where key = ?', Buffer.from(hash, 'hex'))) return rmSync(path);
    const kept = readKeptFile(path);
    if (isForgotten(statements, { key: storedKey(kept.session) })) return rmSync(path);
    const known = findSession(statements, storedKey(kept.session));
    const owner = known && statements.get('select state from source where id = ?', known.source);
    if (owner?.state === 'gone') return;
    if (owner) return rmSync(path);
    const source = { ...kept.source, row: { ...kept.source.row, state: 'gone' } };
    writeSessionCopy(statements, kept, writeSourceCopy(statements, source));
  });
}

function goneSessions(statements: Statements): Map<string, SqliteRow> {
  const rows = statements.all(
    `select session.id, source_id, session.agent, session.thread_id, session.home from source
      join session on source_id = source.id where state = 'gone'`,
  );
  return new Map(rows.map((row) => [keptKey(storedKey(row)).toString('hex'), row]));
}

function keptHashes(folder: string): Set<string> {
  return new Set(namesIn(folder).flatMap((name) => KEPT_NAME.exec(name)?.[1] ?? []));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function pathOf(folder: string, hash: string): string {
  return join(folder, `${hash}.ndjson.zst`);
}

/** A session that cannot be copied does not stop the others. A full disk and faults of the archive itself do. */
function told(onProblem: (problem: SourceProblem) => void, folder: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (sqliteFault(error) !== undefined || isDiskFull(error)) throw error;
    const code = error instanceof ThreadlineError ? error.code : 'write-failed';
    onProblem({ code, message: systemMessage(error), path: folder });
  }
}
