import { isTellingLine, squeezeLine } from '../../core/replay/line-table.ts';
import { writtenLines } from '../../core/replay/written-lines.ts';
import { readFileHistory } from '../git/file-history.ts';
import type { Repository } from '../git/repository.ts';
import type { SessionOp } from './op-list.ts';
import { findRoots } from './roots.ts';

/** What became of the telling lines that a session wrote to a file. */
export interface CommittedLines {
  /** Lines that stand in a version of the file that was committed since. */
  committed: number;
  /** Lines that stand in none: undone, written over, or never committed. */
  lost: number;
}

/** Versions of a file that are looked at, the first ones after the session began to write. */
const MOST_VERSIONS = 40;

/**
 * Says of each path that the repository has how many of a session's lines were committed, by what stands in its versions.
 * Empty where the repository has none of them.
 */
export async function committedLines(
  repository: Repository,
  ops: readonly SessionOp[],
): Promise<Map<string, CommittedLines>> {
  const wrote = new Map<string, { lines: Set<string>; since: number }>();
  for (const { op } of ops) {
    if (op.kind !== 'write' && op.kind !== 'edit' && op.kind !== 'patch') continue;
    const known = wrote.get(op.path) ?? { lines: new Set<string>(), since: op.at };
    wrote.set(op.path, known);
    for (const line of writtenLines(op)) known.lines.add(line);
  }
  const history = await readFileHistory(repository);
  const relativeOf = findRoots(wrote.keys(), (path) => history.has(path));
  const found = new Map<string, CommittedLines>();
  for (const [path, { lines, since }] of wrote) {
    const versions = history.get(relativeOf(path) ?? '')?.filter(({ at }) => at >= since - (since % 1000));
    if (!versions) continue;
    const left = new Set(lines);
    for (const { blob } of versions.toReversed().slice(0, MOST_VERSIONS)) {
      const text = (await repository.blobs.read(blob))?.toString('utf8') ?? '';
      for (const line of text.split('\n')) {
        const squeezed = squeezeLine(line);
        if (isTellingLine(squeezed)) left.delete(squeezed);
      }
      if (left.size === 0) break;
    }
    found.set(path, { committed: lines.size - left.size, lost: left.size });
  }
  // A repository that has none of the session's lines may be any other one with a file of the same name.
  return [...found.values()].some(({ committed }) => committed > 0) ? found : new Map();
}
