import { sep } from 'node:path';

const IS_SLASH = sep === '/';

/** The last part of a path that does not end with a separator. `basename` takes ten times as long, which counts for each file of a home. */
export function pathName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), IS_SLASH ? -1 : path.lastIndexOf(sep)) + 1);
}
