import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { nodeSqlite } from './rows/node-sqlite.ts';

/** SQLite's primary error code of a lock that another connection holds. */
const BUSY = 5;
const LOCK_POLL_MS = 20;

/** A lock between processes. */
export interface FileLock {
  close(): void;
}

/** Takes SQLite's lock on an empty file. It ends with its process. It is polled, since this very thread may hold it. */
export async function lockFile(path: string, waitMs: number): Promise<FileLock> {
  const sqlite = nodeSqlite();
  if (!sqlite) throw new ThreadlineError('unsupported', `Node 22.16 or later is needed, this is ${process.version}`);
  closeSync(openSync(path, 'a', 0o600));
  const lock = new sqlite.DatabaseSync(path, { timeout: 0 });
  for (const until = performance.now() + waitMs; ; await wait(LOCK_POLL_MS)) {
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      if (isBusy(error) && performance.now() < until) continue;
      lock.close();
      throw error;
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY;
}
