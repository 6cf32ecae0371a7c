import type { Repository } from '../git/repository.ts';
import { runGit } from '../git/run-git.ts';
import type { SessionOp } from './op-list.ts';
import type { SessionTurns } from './session-turns.ts';
import { ownCommits } from './state-level.ts';

/** A commit that the work tree was at, and how that is known. */
export interface Anchor {
  commit: string;
  /** `printed`: a command of the session made it. `header`: the agent wrote it down. `branch`: the newest one of then. */
  how: 'printed' | 'header' | 'branch';
  /** The call that made it. */
  call?: string | undefined;
  /** Operations of the session before it, counted. */
  after: number;
}

/** The nearest commit before the end of a turn: one that the session made, else the one that it began at. */
export async function findAnchor(
  repository: Repository,
  past: readonly SessionOp[],
  turns: SessionTurns,
): Promise<Anchor | undefined> {
  for (let at = past.length - 1; at >= 0; at -= 1) {
    const op = past[at]?.op;
    for (const hash of op ? ownCommits(op).toReversed() : []) {
      const commit = await repository.commit(hash);
      if (commit !== undefined && op) return { commit, how: 'printed', call: op.call, after: at + 1 };
    }
  }
  const header = turns.commit === undefined ? undefined : await named(repository, turns.commit);
  if (header !== undefined) return { commit: header, how: 'header', after: 0 };
  const commit = await newestBefore(repository, turns);
  return commit === undefined ? undefined : { commit, how: 'branch', after: 0 };
}

/** A hash alone: a session's text is never taken for another kind of name. */
async function named(repository: Repository, hash: string): Promise<string | undefined> {
  return /^[0-9a-f]{7,64}$/.test(hash) ? repository.commit(hash) : undefined;
}

async function newestBefore(repository: Repository, { branch, firstAt }: SessionTurns): Promise<string | undefined> {
  if (firstAt === 0) return undefined;
  const tips = [
    branch && branch !== 'HEAD' ? await repository.commit(`refs/heads/${branch}`) : undefined,
    await repository.commit('HEAD'),
  ];
  for (const tip of tips) {
    if (tip === undefined) continue;
    const args = [
      'rev-list',
      '-1',
      '--first-parent',
      `--before=${Math.floor(firstAt / 1000)}`,
      '--end-of-options',
      tip,
      '--',
    ];
    const { output } = await runGit(repository.folder, args);
    const commit = output.toString('latin1').trim();
    if (commit !== '') return commit;
  }
  return undefined;
}
