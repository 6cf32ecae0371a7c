/** The path of a file in a repository, by its path on the machine where a session wrote it. */
export type RelativePath = (path: string) => string | undefined;

/** A folder is a root of the repository if so many paths below it are paths of the repository. */
const LEAST_PATHS = 2;
const MOST_PARTS = 64;

/**
 * Finds the folders in which sessions had the repository, by the paths that they edited. Sessions come from other machines,
 * containers and moved clones, so where the repository lies today tells nothing.
 */
export function findRoots(edited: Iterable<string>, isKnown: (path: string) => boolean): RelativePath {
  const votes = new Map<string, Set<string>>();
  for (const path of edited) {
    const found = longestEnd(path, isKnown);
    if (!found) continue;
    const paths = votes.get(found.root);
    if (paths) paths.add(found.relative);
    else votes.set(found.root, new Set([found.relative]));
  }
  const roots = [...votes]
    .filter(([root, paths]) => root !== '' && paths.size >= LEAST_PATHS)
    .map(([root]) => `${root}/`);
  roots.sort((one, other) => other.length - one.length);
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const plain = withSlashes(path);
      const root = roots.find((each) => plain.startsWith(each));
      known.set(path, root === undefined ? longestEnd(path, isKnown)?.relative : plain.slice(root.length));
    }
    return known.get(path);
  };
}

/** The longest end of a path that is a path of the repository. */
function longestEnd(path: string, isKnown: (path: string) => boolean): { root: string; relative: string } | undefined {
  const plain = withSlashes(path);
  // A session that does not tell its folder.
  if (!plain.startsWith('/') && isKnown(plain)) return { root: '', relative: plain };
  const parts = plain.split('/');
  for (let at = Math.max(1, parts.length - MOST_PARTS); at < parts.length; at += 1) {
    const relative = parts.slice(at).join('/');
    if (isKnown(relative)) return { root: parts.slice(0, at).join('/'), relative };
  }
  return undefined;
}

/** A path of Windows with slashes. Elsewhere a backslash is part of a name. */
function withSlashes(path: string): string {
  return path.startsWith('/') ? path : path.replaceAll('\\', '/');
}
