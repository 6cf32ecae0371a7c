import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import { errorCode, fileError } from './file-error.ts';
import type { SessionFile } from './session-file.ts';

/** A session file that is open. It stays readable when the agent compresses or unpacks it meanwhile. */
export interface OpenRollout {
  descriptor: number;
  compressed: boolean;
  /** In bytes, as on disk. */
  size: number;
}

/** A pipe in place of a file must not block, and a link put there meanwhile must not be followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a session file. The agent turns old files into compressed ones, and back when it appends: a file that is gone
 * is looked for under its other name, and again a moment later.
 */
export async function openRollout(file: SessionFile): Promise<OpenRollout> {
  const names = twins(file.realPath);
  for (let attempt = 0; ; attempt += 1) {
    for (const path of names) {
      const rollout = tryOpen(path);
      if (rollout) return rollout;
    }
    if (attempt === limits.vanishedFileRetries) throw new ThreadlineError('not-found', `no such file: ${file.path}`);
    await wait(limits.vanishedFileRetryMs);
  }
}

/** The plain name first: where both exist, the compressed one is old or half written. */
export function twins(path: string): string[] {
  if (/\.jsonl\.zst$/i.test(path)) return [path.slice(0, -'.zst'.length), path];
  return /\.jsonl$/i.test(path) ? [path, `${path}.zst`] : [path];
}

function tryOpen(path: string): OpenRollout | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileError(error, path);
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, compressed: /\.zst$/i.test(path), size: stats.size };
  closeSync(descriptor);
  if (stats.isDirectory()) throw new ThreadlineError('is-a-directory', `a folder, not a file: ${path}`);
  throw new ThreadlineError('unreadable', `not a regular file: ${path}`);
}
