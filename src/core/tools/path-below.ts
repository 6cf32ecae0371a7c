/** A path is in a folder or below it if it is one of `names` or begins with one of `starts`. */
export interface FolderPaths {
  names: readonly string[];
  starts: readonly string[];
}

/**
 * The paths of a folder. Stores turn them into SQL conditions, so that all doors agree on the boundary. Agents' paths
 * come from any system: below a POSIX folder only `/` separates names, below any other `/` and `\` do.
 */
export function pathsBelow(folder: string): FolderPaths {
  const separators = folder.startsWith('/') ? ['/'] : ['/', '\\'];
  let end = folder.length;
  while (end > 0 && separators.includes(folder.charAt(end - 1))) end -= 1;
  const name = folder.slice(0, end);
  const names = name === folder || name === '' ? [folder] : [folder, name];
  return { names, starts: separators.map((separator) => name + separator) };
}

/** Returns a test for paths in the folder or below it. */
export function isBelow(folder: string): (path: string | undefined) => boolean {
  const { names, starts } = pathsBelow(folder);
  return (path) => path !== undefined && (names.includes(path) || starts.some((start) => path.startsWith(start)));
}

/** The possible ends of a path whose last part or parts are `part`: `src/a.ts` of `/home/me/src/a.ts`. */
export function pathEnds(part: string): readonly string[] {
  return /^[\\/]/.test(part) ? [part] : [`/${part}`, `\\${part}`];
}
