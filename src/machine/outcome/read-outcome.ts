import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { readFileHistory } from '../git/file-history.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { createEvidence, type EvidenceList } from '../insights/finding.ts';
import { roundUsd } from '../insights/priced-request.ts';
import { type CommittedWork, readCommittedWork } from '../provenance/committed-lines.ts';
import { readOpsIn } from '../provenance/session-ops.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { type CommitShare, readCommitInsights } from './commit-insights.ts';
import type { CommitInsight, OutcomeInsights, OutcomeKind } from './outcome.ts';
import type { WorkedSession } from './worked-session.ts';

const KINDS: readonly OutcomeKind[] = ['committed', 'edited', 'dropped', 'failed', 'asked', 'unknown'];

/**
 * Says what became of the money: which sessions wrote what stands in commits today. Lines decide, never a time or the name of
 * a file alone.
 */
export async function readOutcome(sessions: readonly WorkedSession[], homes: HomeOptions): Promise<OutcomeInsights> {
  const sums = new Map<OutcomeKind, number>();
  const evidence = new Map<OutcomeKind, EvidenceList>(KINDS.map((kind) => [kind, createEvidence()]));
  const kinds = new Map<WorkedSession, OutcomeKind>();
  const commits: CommitInsight[] = [];
  for (const [folder, inside] of byFolder(sessions)) {
    const found = await readFolder(folder, inside, homes);
    for (const [session, kind] of found.kinds) kinds.set(session, kind);
    commits.push(...found.commits);
  }
  for (const session of sessions) {
    const kind = kinds.get(session) ?? unreadKind(session);
    sums.set(kind, (sums.get(kind) ?? 0) + (session.usd ?? 0));
    const price = session.usd === null ? '' : `$${session.usd.toFixed(2)} `;
    evidence.get(kind)?.add(session, 0, `${price}${session.title}`);
  }
  commits.sort((one, other) => other.at - one.at || (one.hash < other.hash ? -1 : 1));
  const sum = (kind: OutcomeKind) => roundUsd(sums.get(kind) ?? 0);
  const rows = (kind: OutcomeKind) => (evidence.get(kind) ?? createEvidence()).evidence();
  return {
    outcome: ofKinds(sum),
    outcomeSessions: ofKinds(rows),
    commits: commits.slice(0, machineLimits.maxInsightCommits),
    commitsTotal: commits.length,
  };
}

function ofKinds<Value>(of: (kind: OutcomeKind) => Value): Record<OutcomeKind, Value> {
  return {
    committed: of('committed'),
    edited: of('edited'),
    dropped: of('dropped'),
    failed: of('failed'),
    asked: of('asked'),
    unknown: of('unknown'),
  };
}

/** Sessions that edited files, by their folders. */
function byFolder(sessions: readonly WorkedSession[]): Map<string, WorkedSession[]> {
  const found = new Map<string, WorkedSession[]>();
  for (const session of sessions) {
    if (session.project === undefined || session.files.length === 0) continue;
    const known = found.get(session.project);
    if (known) known.push(session);
    else found.set(session.project, [session]);
  }
  return found;
}

interface FolderOutcome {
  kinds: ReadonlyMap<WorkedSession, OutcomeKind>;
  commits: readonly CommitInsight[];
}

const NOTHING: FolderOutcome = { kinds: new Map(), commits: [] };

/** What the repository of a folder has of its sessions. A folder without one, or with one that cannot be read, has nothing. */
async function readFolder(
  folder: string,
  sessions: readonly WorkedSession[],
  homes: HomeOptions,
): Promise<FolderOutcome> {
  let repository: Repository | undefined;
  try {
    repository = await openRepository(folder);
    const history = await readFileHistory(repository);
    const kinds = new Map<WorkedSession, OutcomeKind>();
    const shares: CommitShare[] = [];
    for (const session of sessions) {
      const ops = await readOpsOrNone(session, homes);
      const work = ops && (await readCommittedWork(repository, ops, { history }));
      kinds.set(session, kindOf(session, work));
      for (const [commit, lines] of work?.commits ?? []) shares.push({ commit, lines, session });
    }
    return { kinds, commits: await readCommitInsights(repository, shares) };
  } catch (error) {
    if (error instanceof ThreadlineError) return NOTHING;
    throw error;
  } finally {
    repository?.close();
  }
}

async function readOpsOrNone({ files }: WorkedSession, homes: HomeOptions) {
  try {
    return await readOpsIn(files, homes);
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

function kindOf(session: WorkedSession, work: CommittedWork | undefined): OutcomeKind {
  if (!work) return 'unknown';
  let [committed, lost] = [0, 0];
  for (const lines of work.lines.values()) {
    committed += lines.committed;
    lost += lines.lost;
  }
  if (committed > 0) return lost === 0 ? 'committed' : 'edited';
  if (isRunning(session)) return 'unknown';
  return session.status === 'failed' ? 'failed' : 'dropped';
}

/** Of a session that no repository was asked about. */
function unreadKind(session: WorkedSession): OutcomeKind {
  if (session.status === 'failed') return 'failed';
  return session.files.length > 0 ? 'unknown' : 'asked';
}

function isRunning({ status }: WorkedSession): boolean {
  return status === 'working' || status === 'waiting';
}
