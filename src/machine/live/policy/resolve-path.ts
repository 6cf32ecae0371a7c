import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';

/**
 * Where a path may really lead: links and `..` resolved, also for a file that is not there yet. Two places where `..` comes
 * after a link: programs that tidy a path first go up from the link, the system goes up from what it leads to. Undefined
 * where it cannot be said: a link that leads nowhere, a folder that cannot be read, a home folder or an address, which some
 * agents understand and others take for a name.
 */
export function resolvePlaces(path: string, cwd: string): string[] | undefined {
  if (path === '' || path.length > MAX_LENGTH || path.includes('\0') || /^~|^[a-z][\w+.-]*:\/\//i.test(path))
    return undefined;
  const tidied = realPath(resolve(cwd, path));
  const walked = walk(isAbsolute(path) ? parse(path).root : cwd, path);
  if (tidied === undefined || walked === undefined) return undefined;
  return [...new Set([tidied, walked])];
}

/** No system takes longer ones. */
const MAX_LENGTH = 4096;

/** As the system does it, one name after the other. */
function walk(from: string, path: string): string | undefined {
  let at = realPath(from);
  for (const name of path.split(sep)) {
    if (at === undefined) return undefined;
    if (name !== '' && name !== '.') at = name === '..' ? dirname(at) : realPath(join(at, name));
  }
  return at;
}

/** Where one path leads, without `..`. Undefined where that cannot be said. */
export function realPath(path: string): string | undefined {
  const missing: string[] = [];
  let at = path;
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
