import type { KnownChanges } from '../../../core/writers/writer.ts';
import { ThreadlineError } from '../../../errors.ts';
import { committedChanges } from '../../../machine/provenance/committed-changes.ts';
import { type ChangedPath, sessionChanges } from '../../../machine/provenance/session-changes.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';
import { inRepository } from '../changes/in-repository.ts';

/** What a session changed, and the commits of this folder's repository that have its lines, as `threadline changes` tells it. */
export async function knownChanges(info: SessionInfo, homes: HomesContext): Promise<KnownChanges | undefined> {
  try {
    const session = { agent: info.agent ?? '', id: info.id };
    const ops = await readOpsOf(info, homes);
    const { files } = await inRepository(undefined, (repository) =>
      repository
        ? committedChanges(repository, session, ops, { hunks: true })
        : sessionChanges(session, ops, { hunks: true }),
    );
    return { files, commits: commitsOf(files) };
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

/** Each commit with how many lines of the session it has first; those with the most come first. */
function commitsOf(files: readonly ChangedPath[]): KnownChanges['commits'] {
  const lines = new Map<string, number>();
  for (const { hunks = [] } of files) {
    for (const { commits = [] } of hunks) {
      for (const { commit, count } of commits) if (commit) lines.set(commit, (lines.get(commit) ?? 0) + count);
    }
  }
  return [...lines].map(([commit, count]) => ({ commit, lines: count })).sort((one, other) => other.lines - one.lines);
}
