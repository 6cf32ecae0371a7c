import { isTellingLine, squeezeLine } from '../../core/replay/line-table.ts';
import { writtenLines } from '../../core/replay/written-lines.ts';
import { type FileHistory, type FileVersion, readFileHistory } from '../git/file-history.ts';
import type { Repository } from '../git/repository.ts';
import type { CommittedText } from './hunk-commits.ts';
import type { SessionOp } from './op-list.ts';
import { ownPaths, type WrittenPath } from './own-repository.ts';
import { findRoots, type RelativePath } from './roots.ts';

/** What became of the telling lines that a session wrote to a file. */
export interface CommittedLines {
  /** Lines that stand in a version of the file that was committed since. */
  committed: number;
  /** Lines that stand in none: undone, written over, or never committed. */
  lost: number;
}

/** What a repository has of a session's work, by the paths that the session wrote to. */
export interface CommittedWork {
  /** Empty where the repository is not the one in which the session worked. */
  lines: ReadonlyMap<string, CommittedLines>;
  /** The commits that have the lines first, each with how many of them. */
  commits: ReadonlyMap<string, number>;
  /** The versions of a file since the session began to write it, the oldest first. None of a file of another repository. */
  textsOf(path: string): AsyncIterable<CommittedText>;
}

/** Versions of a file that are looked at, the first ones after the session began to write. */
const MOST_VERSIONS = 40;

interface Written {
  lines: Set<string>;
  since: number;
}

export interface CommittedWorkOptions {
  /** Only what this turn wrote. */
  turn?: number | undefined;
  /** The repository's history, if it was read before. */
  history?: FileHistory | undefined;
}

/** Says of each path that the repository has how many of a session's lines were committed, by what stands in its versions. */
export async function readCommittedWork(
  repository: Repository,
  ops: readonly SessionOp[],
  { turn, ...known }: CommittedWorkOptions = {},
): Promise<CommittedWork> {
  const all = writtenBy(ops);
  const history = known.history ?? (await readFileHistory(repository));
  const relativeOf = findRoots(all.keys(), (path) => history.has(path));
  const texts = { repository, history, relativeOf };
  const wrote = new Map<string, WrittenPath & { placed: PlacedLines }>();
  for (const [path, written] of all) {
    const placed = await placeLines(written, textsSince(texts, path, written.since));
    wrote.set(path, { lines: written.lines, committed: written.lines.size - placed.left, placed });
  }
  // Whether it is the repository is told by the whole session, also where one turn is asked for.
  const own = ownPaths(wrote, ops, { history, relativeOf });
  const wanted = turn === undefined ? all : writtenBy(ops.filter(({ op }) => op.turn === turn));
  const lines = new Map<string, CommittedLines>();
  const commits = new Map<string, number>();
  for (const [path, written] of wanted) {
    if (!own.has(path)) continue;
    const known = turn === undefined ? wrote.get(path)?.placed : undefined;
    const placed = known ?? (await placeLines(written, textsSince(texts, path, written.since)));
    lines.set(path, { committed: written.lines.size - placed.left, lost: placed.left });
    for (const [commit, count] of placed.commits) commits.set(commit, (commits.get(commit) ?? 0) + count);
  }
  return {
    lines,
    commits,
    async *textsOf(path) {
      const since = wanted.get(path)?.since;
      if (since !== undefined && own.has(path)) yield* textsSince(texts, path, since);
    },
  };
}

/** The telling lines that operations wrote to each path, and when they began. */
function writtenBy(ops: readonly SessionOp[]): Map<string, Written> {
  const wrote = new Map<string, Written>();
  for (const { op } of ops) {
    if (op.kind !== 'write' && op.kind !== 'edit' && op.kind !== 'patch') continue;
    const known = wrote.get(op.path) ?? { lines: new Set<string>(), since: op.at };
    wrote.set(op.path, known);
    for (const line of writtenLines(op)) known.lines.add(line);
  }
  return wrote;
}

interface PlacedLines {
  /** How many lines stand in none of the texts. */
  left: number;
  /** How many each commit has that none before it had. */
  commits: ReadonlyMap<string, number>;
}

async function placeLines({ lines }: Written, texts: AsyncIterable<CommittedText>): Promise<PlacedLines> {
  const left = new Set(lines);
  const commits = new Map<string, number>();
  if (left.size === 0) return { left: 0, commits };
  for await (const { commit, text } of texts) {
    const before = left.size;
    for (const line of text.split('\n')) {
      const squeezed = squeezeLine(line);
      if (isTellingLine(squeezed)) left.delete(squeezed);
    }
    if (left.size < before) commits.set(commit, before - left.size);
    if (left.size === 0) break;
  }
  return { left: left.size, commits };
}

async function* textsSince(
  { repository, history, relativeOf }: { repository: Repository; history: FileHistory; relativeOf: RelativePath },
  path: string,
  since: number,
): AsyncGenerator<CommittedText> {
  const versions: readonly FileVersion[] = history.get(relativeOf(path) ?? '') ?? [];
  // Commits tell whole seconds.
  const later = versions.filter(({ at }) => at >= since - (since % 1000)).toReversed();
  for (const { blob, commit } of later.slice(0, MOST_VERSIONS))
    yield { commit, text: (await repository.blobs.read(blob))?.toString('utf8') ?? '' };
}
