import { lstatSync, realpathSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { ThreadlineError } from '../errors.ts';
import { fileError } from './file-error.ts';
import { findFile } from './find-files.ts';
import type { HomeOptions } from './homes.ts';
import { twins } from './open-rollout.ts';
import { parseRolloutName } from './rollout-name.ts';
import { homeAbove } from './scan-home.ts';
import type { SessionFile } from './session-file.ts';

/** The file of a session, by its id or its path. Throws `not-found` where there is none. */
export async function locateFile(idOrPath: string, options: HomeOptions): Promise<SessionFile> {
  if (typeof idOrPath !== 'string' || idOrPath.trim() === '')
    throw new TypeError('the id or the path of a session is wanted');
  if (looksLikePath(idOrPath)) return fileAt(idOrPath);
  const file = await findFile(idOrPath, options);
  if (!file) throw new ThreadlineError('not-found', `no session has the id ${idOrPath.slice(0, 100)}`);
  return file;
}

function looksLikePath(text: string): boolean {
  return text.includes('/') || text.includes(sep) || /\.(jsonl?|zst)$/i.test(text);
}

/** A file that the user names may lie anywhere, and be reached by a link. */
function fileAt(given: string): SessionFile {
  const path = resolve(given);
  const [realPath, stats] = statFirst(path);
  if (stats.isDirectory()) throw new ThreadlineError('is-a-directory', `a folder, not a file: ${path}`);
  if (!stats.isFile()) throw new ThreadlineError('unreadable', `not a regular file: ${path}`);
  const name = parseRolloutName(basename(realPath)) ?? parseRolloutName(basename(path));
  const home = homeAbove(realPath);
  return {
    path,
    realPath,
    home,
    archived: home !== undefined && realPath.startsWith(resolve(home, 'archived_sessions') + sep),
    compressed: /\.zst$/i.test(realPath),
    isDocument: /\.json$/i.test(realPath),
    threadId: name?.threadId,
    rolloutId: name?.rolloutId,
    size: stats.size,
    modified: stats.mtimeMs,
  };
}

/** The file, or the other form of it if the agent compressed or unpacked it since its path was noted. */
function statFirst(path: string) {
  let failure: unknown;
  for (const candidate of [path, ...twins(path)]) {
    try {
      const realPath = realpathSync(candidate);
      return [realPath, lstatSync(realPath)] as const;
    } catch (error) {
      failure ??= error;
    }
  }
  throw fileError(failure, path);
}
