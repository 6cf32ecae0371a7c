import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Where a path really leads: links and `..` resolved, also for a file that is not there yet. Undefined where that cannot be
 * said: a link that leads nowhere, a folder that cannot be read.
 */
export function resolvePath(path: string, cwd: string): string | undefined {
  if (path === '' || path.includes('\0')) return undefined;
  const missing: string[] = [];
  let at = resolve(cwd, path);
  for (;;) {
    try {
      return join(realpathSync(at), ...missing);
    } catch {
      // A link is there, and what it leads to is not: it would be made there.
      if (isThere(at)) return undefined;
    }
    const above = dirname(at);
    if (above === at) return undefined;
    missing.unshift(basename(at));
    at = above;
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    // What cannot be looked at may be anything.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
