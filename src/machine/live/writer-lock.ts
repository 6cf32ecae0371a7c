import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { locksFolder, nameOfSession } from '../sessions/journal/journal-file.ts';
import { privateFile } from './data-files.ts';
import { thisProcess } from './process/live-process.ts';
import { isSameProcess } from './process/process-table.ts';

/** The right to write to a session, held by one process of ours at a time. */
export interface WriterLock {
  release(): void;
}

/** Who holds a session. */
export interface LockHolder {
  pid: number;
  start: string;
  /** The door that it came by: `live`, `run`, … */
  what: string;
}

const ATTEMPTS = 5;

/**
 * Takes the lock of a session, or throws `busy` with its holder. The lock of a process that has ended is taken over. The
 * agent's own terminal knows nothing of it.
 */
export function takeWriterLock(agent: string, id: string, what: string, root?: string): WriterLock {
  const path = privateFile(locksFolder(root), `${nameOfSession(agent, id)}.json`);
  const own = `${path}.${randomBytes(8).toString('hex')}`;
  const holder: LockHolder = { ...thisProcess(), what };
  writeFileSync(own, JSON.stringify(holder), { mode: 0o600, flag: 'wx' });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (link(own, path)) return { release: () => release(path, holder) };
      const found = readHolder(path);
      if (found && isSameProcess(found)) throw busy(agent, id, found);
      discard(path, found);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new ThreadlineError('busy', `others take and leave the session ${id} all the time`);
}

/** Who holds the lock of a session, if anybody does. */
export function writerOf(agent: string, id: string, root?: string): LockHolder | undefined {
  const found = readHolder(join(locksFolder(root), `${nameOfSession(agent, id)}.json`));
  return found && isSameProcess(found) ? found : undefined;
}

function busy(agent: string, id: string, { pid, what }: LockHolder): ThreadlineError {
  return new ThreadlineError('busy', `the session ${id} of ${agent} is held by 'threadline ${what}', process ${pid}`);
}

/** A hard link is made by one process only. */
function link(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead holder's lock away. Only one process succeeds; if it was another's by then, that one is put back. */
function discard(path: string, seen: LockHolder | undefined): void {
  const away = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(path, away);
  } catch {
    return;
  }
  const moved = readHolder(away);
  if (moved && (moved.pid !== seen?.pid || moved.start !== seen.start)) link(away, path);
  rmSync(away, { force: true });
}

function release(path: string, own: LockHolder): void {
  const found = readHolder(path);
  if (found?.pid === own.pid && found.start === own.start) rmSync(path, { force: true });
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, start, what } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof start !== 'string') return undefined;
    return { pid, start, what: typeof what === 'string' ? what : 'live' };
  } catch {
    return undefined;
  }
}
