import { homedir } from 'node:os';
import { sep } from 'node:path';

/** A path with the user's home as `~`. */
export function shortPath(path: string, home = homedir()): string {
  if (path === home) return '~';
  return home !== sep && path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
