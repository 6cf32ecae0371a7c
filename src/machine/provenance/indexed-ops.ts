import { isTellingLine, squeezeLine } from '../../core/replay/line-table.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { BlameSource, BlameSourceOptions } from './blame-source.ts';
import { lastPart } from './blame-source.ts';
import type { EditIndex, EditingSession, LineVotes } from './edit-index.ts';
import type { SessionOp } from './op-list.ts';
import { findRoots, type RelativePath } from './roots.ts';
import { readPrompts } from './session-ops.ts';

/** So many lines under a path that the repository does not have are no chance: rule `moved`. */
const LEAST_LOST_LINES = 5;
/** A file may have been moved a few times. */
const MOST_MOVES = 8;

type IndexedOps = Pick<BlameSource, 'ops' | 'read' | 'prompts' | 'relativeOf' | 'committers'>;

/**
 * Chooses the few sessions that matter for some files: those that wrote to paths that are these files where the session
 * ran, and those that wrote many of their lines under a path that the repository does not have.
 */
export async function readIndexedOps(
  index: EditIndex,
  options: BlameSourceOptions,
  isKnown: (path: string) => boolean,
): Promise<IndexedOps> {
  const { paths, lines, commits, prompts: withPrompts, isOneFile } = options;
  const wanted = new Set(paths);
  const named = await index.pathsNamed([...new Set(paths.map(lastPart))]);
  const beside = await index.pathsBeside(named.map(({ id }) => id));
  const relativeOf = findRoots([...beside, ...named.map(({ path }) => path)], isKnown);
  const telling = [...new Set(lines.map(squeezeLine).filter(isTellingLine))];
  const votes = await index.votes(telling);
  const ids = new Set(named.flatMap(({ id, path }) => (wanted.has(relativeOf(path) ?? '') ? [id] : [])));
  for (const id of lostPaths(votes, relativeOf, isKnown)) ids.add(id);
  const { ops, sessions } = await opsOf(index, ids, (found) => (isOneFile ? mostLines(found, votes) : found));
  const { sessions: all, indexed } = await index.state();
  return {
    ops,
    relativeOf,
    read: { sessions: all, missing: all - indexed },
    prompts: withPrompts ? await readPrompts(sessions, options) : new Map(),
    committers: await index.committers(commits),
  };
}

/** Paths that the repository does not have, under which many of the lines were written. */
function lostPaths(
  votes: readonly LineVotes[],
  relativeOf: RelativePath,
  isKnown: (path: string) => boolean,
): number[] {
  return votes.flatMap(({ id, path, lines }) => {
    return lines >= LEAST_LOST_LINES && !isKnown(relativeOf(path) ?? '') ? [id] : [];
  });
}

/** The operations on these paths, and on those that files were moved from. */
async function opsOf(index: EditIndex, ids: Set<number>, choose: (sessions: EditingSession[]) => EditingSession[]) {
  let ops: SessionOp[] = [];
  let sessions: EditingSession[] = [];
  for (let round = 0; round < MOST_MOVES; round += 1) {
    sessions = choose(await index.sessionsOf([...ids]));
    ops = await index.ops(sessions, [...ids]);
    const before = ids.size;
    for (const { op } of ops) {
      const from = op.kind === 'move' ? await index.pathId(op.path) : undefined;
      if (from !== undefined) ids.add(from);
    }
    if (ids.size === before) break;
  }
  ops.sort((one, other) => one.op.at - other.op.at);
  return { ops, sessions };
}

/** Of very many sessions those that wrote the most of the lines. */
function mostLines(sessions: EditingSession[], votes: readonly LineVotes[]): EditingSession[] {
  if (sessions.length <= machineLimits.maxReplayedSessions) return sessions;
  const lines = new Map<number, number>();
  for (const vote of votes) lines.set(vote.session, (lines.get(vote.session) ?? 0) + vote.lines);
  const ranked = sessions.filter(({ id }) => lines.has(id));
  ranked.sort((one, other) => (lines.get(other.id) ?? 0) - (lines.get(one.id) ?? 0));
  return ranked.slice(0, machineLimits.maxReplayedSessions);
}
