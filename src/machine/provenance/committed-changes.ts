import type { WriterSession } from '../../core/replay/replay.ts';
import type { Repository } from '../git/repository.ts';
import { type CommittedLines, readCommittedWork } from './committed-lines.ts';
import type { SessionOp } from './op-list.ts';
import { type ChangedPath, type ChangesOptions, type SessionChanges, sessionChanges } from './session-changes.ts';

/** What a session changed, and what a repository has of it. */
export interface CommittedChanges extends Omit<SessionChanges, 'files'> {
  /** `committed` and `lost` are absent for a file that the repository does not have, or if the session worked in another one. */
  files: (ChangedPath & Partial<CommittedLines>)[];
}

/**
 * What a session changed, each file with how many of its lines were committed and lost, and each hunk, if hunks are wanted, with
 * the commits that have its lines (`hunks[].commits`).
 */
export async function committedChanges(
  repository: Repository,
  session: WriterSession,
  ops: readonly SessionOp[],
  options: ChangesOptions = {},
): Promise<CommittedChanges> {
  const { lines, textsOf } = await readCommittedWork(repository, ops, { turn: options.turn });
  const { files, ...found } = await sessionChanges(session, ops, {
    ...options,
    textsOf: (path) => (lines.has(path) ? textsOf(path) : undefined),
  });
  return { ...found, files: files.map((file) => ({ ...file, ...lines.get(file.path) })) };
}
