import { closeSync, fstatSync, openSync, type Stats } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { errorCode, fileFault, isDirectory, missingFile, notRegularFile } from './file-fault.ts';
import { holeFault, storedBytes } from './file-hole.ts';
import { CAREFUL_FLAGS } from './read-tail.ts';
import type { SessionFile } from './store.ts';

/** An open session file. It stays readable when the agent compresses or unpacks it. */
export interface OpenFile {
  descriptor: number;
  /** Bytes on disk. */
  size: number;
}

/** Opens a session file by either name, and tries again a moment later: agents compress old files, and unpack them. */
export async function openFile(file: Pick<SessionFile, 'path' | 'realPath'>): Promise<OpenFile> {
  for (let attempt = 0; ; attempt += 1) {
    const open = tryOpen(file);
    if (open) return open;
    if (attempt === machineLimits.vanishedFileRetries) throw missingFile(file.path);
    await wait(machineLimits.vanishedFileRetryMs);
  }
}

/** Opens it if it exists at this moment. */
export function tryOpen(file: Pick<SessionFile, 'realPath'>): OpenFile | undefined {
  for (const path of twins(file.realPath)) {
    const open = openPath(path);
    if (open) return open;
  }
  return undefined;
}

/** The plain name first: if both exist, the compressed one is old or half written. */
export function twins(path: string): string[] {
  if (/\.jsonl\.zst$/i.test(path)) return [path.slice(0, -'.zst'.length), path];
  return /\.jsonl$/i.test(path) ? [path, `${path}.zst`] : [path];
}

/** Opens a regular file without waiting at a pipe in its place; undefined if there is none. Refuses one that is a hole. */
export function openPath(path: string): OpenFile | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, CAREFUL_FLAGS);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileFault(error, path);
  }
  const stats = fstatSync(descriptor);
  const fault = stats.isFile() ? holeFault(stats.size, storedBytes(stats)) : notFile(stats, path);
  if (!fault) return { descriptor, size: stats.size };
  closeSync(descriptor);
  throw fault;
}

function notFile(stats: Stats, path: string): ThreadlineError {
  return stats.isDirectory() ? isDirectory(path) : notRegularFile(path);
}
