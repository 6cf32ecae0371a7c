import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** The write-ahead log of a database, which may hold the newest rows, or all of them. */
export function logOf(path: string): string {
  return `${path}-wal`;
}

/** The index of the log, shared by all who have the database open. */
export function indexOf(path: string): string {
  return `${path}-shm`;
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** File systems round times: a write just after another change may have the same time. */
const STEP_MS = 2000;
/** The header of a database has a counter of its changes, as the index of a log has. */
const HEADER_BYTES = 100;
const INDEX_BYTES = 48;

/**
 * A text that differs after every change of the database. Undefined if that cannot be told: it just changed, and no
 * counter of its own says how often, or it cannot be examined.
 */
export function databaseStamp(path: string): string | undefined {
  const parts: string[] = [];
  const index = firstBytes(indexOf(path), INDEX_BYTES);
  for (const name of [path, logOf(path)]) {
    const stats = statOf(name);
    if (stats && index === undefined && Math.abs(Date.now() - stats.mtimeMs) < STEP_MS) return undefined;
    parts.push(stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'none');
  }
  return [...parts, firstBytes(path, HEADER_BYTES) ?? 'none', index ?? 'none'].join(' ');
}

function firstBytes(path: string, length: number): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const bytes = Buffer.alloc(length);
    return readSync(descriptor, bytes, 0, length, 0) === length ? bytes.toString('base64') : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
