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
  const inner = innerFolders(votes);
  const isRoot = (root: string) => {
    const paths = votes.get(root)?.size ?? 0;
    return root !== '' && paths >= LEAST_PATHS && paths > (inner.get(root) ?? 0);
  };
  const roots = [...votes.keys()].filter(isRoot).sort((one, other) => other.length - one.length);
  const known = new Map<string, string | undefined>();
  function relativeOf(path: string): string | undefined {
    const found = longestEnd(path, isKnown);
    if (found && isRoot(found.root)) return found.relative;
    const plain = withSlashes(path);
    const root = roots.find((each) => plain.startsWith(`${each}/`));
    return root === undefined ? found?.relative : plain.slice(root.length + 1);
  }
  return (path) => {
    if (!known.has(path)) known.set(path, relativeOf(path));
    return known.get(path);
  };
}

/**
 * How many paths of the repository lie in a folder that would be one of its own. A name such as README.md stands in many folders,
 * and a command may have run in another one than the session says.
 */
function innerFolders(votes: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const inner = new Map<string, number>();
  for (const [root, paths] of votes) {
    for (const path of paths) {
      for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
        const folder = `${root}/${path.slice(0, end)}`;
        if (votes.has(folder)) inner.set(folder, (inner.get(folder) ?? 0) + 1);
      }
    }
  }
  return inner;
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
