import type { Environment } from './store.ts';

// The start of the program needs it. A static import of a module of Node would take longer than what is gained.

/**
 * The folder for what can be made anew at any time: `THREADLINE_CACHE`, a folder beside the archive if `THREADLINE_HOME`
 * names its place, else threadline's folder in the user's cache.
 */
export function cacheFolder(env: Environment = process.env, platform: string = process.platform): string {
  const { join, resolve } = process.getBuiltinModule('node:path');
  const { THREADLINE_CACHE: own, THREADLINE_HOME: data } = env;
  if (own !== undefined && own !== '') return resolve(own);
  if (data !== undefined && data !== '') return join(resolve(data), 'cache');
  const home = env.HOME || env.USERPROFILE || process.getBuiltinModule('node:os').homedir();
  if (platform === 'win32')
    return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'threadline', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'threadline');
  return join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'threadline');
}

/** False if the cache would lie beside an archive whose folder is not there: only an archive makes that folder. */
export function mayHaveCache(env: Environment = process.env): boolean {
  const { THREADLINE_CACHE: own, THREADLINE_HOME: data } = env;
  return Boolean(own) || !data || process.getBuiltinModule('node:fs').existsSync(data);
}

/** The standard says to ignore a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && process.getBuiltinModule('node:path').isAbsolute(path) ? path : undefined;
}

/** True for a folder, or a file, of this user that nobody else may write to. A link is neither. */
export function isOurs(path: string, kind: 'folder' | 'file'): boolean {
  const stats = process.getBuiltinModule('node:fs').lstatSync(path, { throwIfNoEntry: false });
  if (!stats || !(kind === 'folder' ? stats.isDirectory() : stats.isFile())) return false;
  // Windows has neither owners by number nor these permissions.
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
}

/** Makes folders one by one: if a system refuses a folder in an existing one (`/proc`), `recursive` tries forever. */
export function makeFolders(folder: string): void {
  const { existsSync, mkdirSync } = process.getBuiltinModule('node:fs');
  const { dirname } = process.getBuiltinModule('node:path');
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && path !== dirname(path); path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have been faster.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
