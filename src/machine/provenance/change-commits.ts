import { createChangesReader } from '../git/changes-reader.ts';
import type { Repository } from '../git/repository.ts';
import { runGit } from '../git/run-git.ts';
import type { CommittedChanges } from './committed-changes.ts';

/** A commit that came out of a session. */
export interface ChangeCommit {
  hash: string;
  /** When it was committed, in milliseconds since 1970. */
  at: number;
  /** The first line of its message. */
  title: string;
  /** A branch that has it, if one does. */
  branch?: string | undefined;
  /** The files to which it adds lines, and how many it adds. */
  files: number;
  lines: number;
  /** The lines of the session among them. */
  ofSession: number;
}

const MOST_COMMITS = 100;

/** The commits that the hunks name, the newest first. */
export async function readChangeCommits(repository: Repository, { files }: CommittedChanges): Promise<ChangeCommit[]> {
  const counts = new Map<string, number>();
  for (const { commit, count } of files.flatMap(({ hunks = [] }) => hunks.flatMap(({ commits = [] }) => commits)))
    if (commit !== null) counts.set(commit, (counts.get(commit) ?? 0) + count);
  const names = [...counts.keys()].slice(0, MOST_COMMITS);
  if (names.length === 0) return [];
  const branches = await readBranches(repository, names);
  const changesOf = createChangesReader(repository, names);
  const found: ChangeCommit[] = [];
  for (const hash of names) {
    const { at, message, files: changed } = await changesOf(hash);
    const branch = branches.get(hash);
    found.push({
      hash,
      at: at - (at % 1000),
      title: message.split('\n', 1)[0] ?? '',
      ...(branch !== undefined && { branch }),
      files: changed.length,
      lines: changed.reduce((sum, { added }) => sum + added.length, 0),
      ofSession: counts.get(hash) ?? 0,
    });
  }
  return found.sort((one, other) => other.at - one.at);
}

/** The branch nearest to each commit, without how far it is. */
async function readBranches({ folder }: Repository, names: readonly string[]): Promise<Map<string, string>> {
  const { output } = await runGit(folder, ['name-rev', '--refs=refs/heads/*', ...names]);
  const found = new Map<string, string>();
  for (const line of output.toString('utf8').split('\n')) {
    const [hash = '', name = ''] = line.split(' ');
    if (name !== '' && name !== 'undefined') found.set(hash, name.replace(/[~^].*$/, ''));
  }
  return found;
}
