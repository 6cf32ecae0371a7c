import type { FileOp } from '../../core/replay/file-op.ts';
import { amount } from '../../core/text/amount.ts';
import { parseTime } from '../../core/thread/time.ts';
import { ThreadlineError } from '../../errors.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import type { SessionOp } from './op-list.ts';

/** What the file of a session says of its turns, and of the repository that it began in. */
export interface SessionTurns {
  count: number;
  /** When each turn began, in milliseconds since 1970, the first one first. */
  starts: readonly number[];
  /** When its first line was written. */
  firstAt: number;
  /** The commit that the work tree was at when the session began, as the agent wrote it. */
  commit?: string | undefined;
  branch?: string | undefined;
}

export async function readSessionTurns(info: SessionInfo, options: HomeOptions): Promise<SessionTurns> {
  const session = await openSession({ path: info.path }, options);
  const starts: number[] = [];
  const found: { commit?: string; branch?: string } = {};
  let firstAt = 0;
  for await (const batch of session.eventBatches()) {
    for (const event of batch.flatMap((outcome) => (outcome.ok ? outcome.events : []))) {
      if (event.inherited || event.parent_item_id !== undefined) continue;
      const at = parseTime(event.timestamp) ?? 0;
      if (firstAt === 0) firstAt = at;
      if (event.type === 'turn.started') starts.push(at || (starts.at(-1) ?? firstAt));
      if (event.type !== 'thread.started' || starts.length > 0) continue;
      const { commit_hash: commit, branch } = event.git ?? {};
      if (typeof commit === 'string') found.commit = commit;
      if (typeof branch === 'string') found.branch = branch;
    }
  }
  return { count: starts.length, starts, firstAt, ...found };
}

/** The operations up to the end of a turn, and those after it. A sub-agent's turns are not the session's: its times tell. */
export function cutAtTurn(
  ops: readonly SessionOp[],
  turns: SessionTurns,
  turn: number,
): { past: SessionOp[]; ahead: FileOp[] } {
  if (turn > turns.count)
    throw new ThreadlineError(
      'not-found',
      `the session has ${amount(turns.count, 'turn')}, and none of number ${turn}`,
    );
  const next = turns.starts[turn] ?? Number.POSITIVE_INFINITY;
  const isPast = ({ op }: SessionOp) => (op.agentThread === undefined ? op.turn <= turn : op.at < next);
  const past = ops.filter(isPast);
  return { past, ahead: ops.filter((each) => !isPast(each)).map(({ op }) => op) };
}
