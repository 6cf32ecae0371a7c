import { isTellingLine, squeezeLine } from '../../core/replay/line-table.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createChangesReader } from '../git/changes-reader.ts';
import type { CommitChanges } from '../git/commit-changes.ts';
import type { Repository } from '../git/repository.ts';
import { sumUsd } from '../insights/priced-request.ts';
import type { CommitInsight } from './outcome.ts';
import type { WorkedSession } from './worked-session.ts';

/** Lines of a session that a commit has first. */
export interface CommitShare {
  commit: string;
  lines: number;
  session: WorkedSession;
}

const LONGEST_TITLE = 200;

/** The commits of one repository that have lines of sessions, each with what it cost. */
export async function readCommitInsights(
  repository: Repository,
  shares: readonly CommitShare[],
): Promise<CommitInsight[]> {
  const bySession = Map.groupBy(shares, ({ session }) => session);
  const linesOf = (session: WorkedSession) => (bySession.get(session) ?? []).reduce((sum, { lines }) => sum + lines, 0);
  const byCommit = Map.groupBy(shares, ({ commit }) => commit);
  const names = [...byCommit.keys()];
  const changesOf = createChangesReader(repository, names);
  const found: CommitInsight[] = [];
  for (const hash of names) {
    const own = byCommit.get(hash) ?? [];
    const changes = await changesOf(hash);
    const lines = own.reduce((sum, share) => sum + share.lines, 0);
    found.push({
      hash,
      at: changes.at - (changes.at % 1000),
      title: (changes.message.split('\n', 1)[0] ?? '').slice(0, LONGEST_TITLE),
      folder: repository.folder,
      // A line that was there before may count for a session that wrote the whole file.
      added: Math.max(lines, await tellingLines(repository, changes)),
      lines,
      costUsd: sumUsd(
        own.map((share) =>
          share.session.usd === null ? undefined : (share.session.usd * share.lines) / linesOf(share.session),
        ),
      ),
      sessions: own
        .toSorted((one, other) => other.lines - one.lines)
        .slice(0, machineLimits.maxEvidenceRows)
        .map(({ session: { agent, id, title }, lines: count }) => ({ agent, id, title, lines: count })),
    });
  }
  return found;
}

/** The lines that a commit adds, counted as those of sessions are: without those that tell nothing, and each once a file. */
async function tellingLines({ blobs }: Repository, { files }: CommitChanges): Promise<number> {
  let count = 0;
  for (const { blob, added } of files) {
    const text = (await blobs.read(blob))?.toString('utf8').split('\n') ?? [];
    const lines = added.map((number) => squeezeLine(text[number - 1] ?? ''));
    count += new Set(lines.filter(isTellingLine)).size;
  }
  return count;
}
