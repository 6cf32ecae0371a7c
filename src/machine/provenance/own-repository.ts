import { createHash } from 'node:crypto';
import type { FileHistory } from '../git/file-history.ts';
import type { SessionOp } from './op-list.ts';
import type { RelativePath } from './roots.ts';

/** What a session wrote to a path. */
export interface WrittenPath {
  /** Its telling lines, squeezed. */
  lines: ReadonlySet<string>;
  /** How many of them stand in a version that was committed since. */
  committed: number;
}

/** So many of the lines that a session wrote below a folder have to stand in commits, else the repository is another one. */
const LEAST_SHARE = 0.2;
/** A text shorter than this is the same in many repositories: nothing at all, or one line of settings. */
const LEAST_SEEN = 40;

/**
 * Says which paths are the repository's own. Any other repository may have a file of the same name, and one equal line in it.
 * So a folder counts as a root only if a share of all that the session wrote below it was committed, or if a text that the
 * session had before a change is, byte for byte, a version of that file.
 */
export function ownPaths(
  wrote: ReadonlyMap<string, WrittenPath>,
  ops: readonly SessionOp[],
  { history, relativeOf }: { history: FileHistory; relativeOf: RelativePath },
): Set<string> {
  const rootOf = (path: string) => {
    const relative = relativeOf(path);
    return relative === undefined ? undefined : path.slice(0, path.length - relative.length);
  };
  const roots = new Set([...wrote.keys()].flatMap((path) => rootOf(path) ?? []));
  const own = new Set<string>(rootsOfSeenTexts(ops, { history, relativeOf, rootOf }));
  for (const root of roots) {
    if (own.has(root)) continue;
    let [lines, committed] = [0, 0];
    for (const [path, written] of wrote) {
      if (!path.startsWith(root)) continue;
      lines += written.lines.size;
      if (rootOf(path) === root) committed += written.committed;
    }
    if (committed > 0 && committed >= lines * LEAST_SHARE) own.add(root);
  }
  return new Set([...wrote.keys()].filter((path) => own.has(rootOf(path) ?? '\0')));
}

/** Folders in which a file was, before a change, as a version of the repository. */
function* rootsOfSeenTexts(
  ops: readonly SessionOp[],
  {
    history,
    relativeOf,
    rootOf,
  }: { history: FileHistory; relativeOf: RelativePath; rootOf: (path: string) => string | undefined },
): Generator<string> {
  for (const { op } of ops) {
    if ((op.kind !== 'edit' && op.kind !== 'write') || (op.before?.length ?? 0) < LEAST_SEEN) continue;
    const [root, versions] = [rootOf(op.path), history.get(relativeOf(op.path) ?? '')];
    if (root === undefined || !versions) continue;
    const names = ['sha1', 'sha256'].map((algorithm) => blobName(op.before ?? '', algorithm));
    if (versions.some(({ blob }) => names.includes(blob))) yield root;
  }
}

/** The name that git gives to a text. */
function blobName(text: string, algorithm: string): string {
  const bytes = Buffer.from(text);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
