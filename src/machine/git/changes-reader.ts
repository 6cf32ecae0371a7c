import { ThreadlineError } from '../../errors.ts';
import { type CommitChanges, readCommitChanges, readManyChanges } from './commit-changes.ts';
import type { Repository } from './repository.ts';

/** More would fill the memory with patches. */
const MOST_AT_ONCE = 25;

/** Reads what commits add. Starting a process for each takes longer than all that it does: the next ones are read along. */
export function createChangesReader(
  repository: Repository,
  commits: readonly string[],
): (commit: string) => Promise<CommitChanges> {
  const places = new Map(commits.map((commit, at) => [commit, at]));
  let read = new Map<string, CommitChanges>();
  /** Where reading along was tried last. What failed together is asked for one by one. */
  let [start, end] = [0, 0];

  async function readFrom(at: number): Promise<void> {
    [start, end] = [at, at + MOST_AT_ONCE];
    try {
      read = await readManyChanges(repository, commits.slice(start, end));
    } catch (error) {
      // One of them may be too large for all.
      if (!(error instanceof ThreadlineError)) throw error;
      read = new Map();
    }
  }

  return async (commit) => {
    const at = places.get(commit);
    const isTried = at !== undefined && at >= start && at < end;
    if (!read.has(commit) && at !== undefined && !isTried && commits.length > 1) await readFrom(at);
    return read.get(commit) ?? readCommitChanges(repository, commit);
  };
}
