import { realpathSync } from 'node:fs';
import { isAbsolute, posix, win32 } from 'node:path';

/** No system has longer ones, and each name of a path that leads nowhere costs a look. */
const LONGEST_PATH = 4096;

/**
 * The folder that a path leads to. Links are followed as far as there are such folders, and dots are resolved: a text that
 * begins like the path of a folder may lead out of it. A path of another system is only resolved.
 */
export function realFolder(path: string): string {
  const { normalize, dirname, basename, join } = path.startsWith('/') ? posix : win32;
  if (!isAbsolute(path) || path.length > LONGEST_PATH) return normalize(path);
  try {
    return realpathSync.native(path);
  } catch {
    // It is gone, or of another machine. The folders above it may still be there.
  }
  // The parent of a link is that of its target, so dots are resolved after the links before them.
  const above = dirname(path);
  return above === path ? normalize(path) : join(realFolder(above), basename(path));
}
