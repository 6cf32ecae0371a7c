import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Problem, ThreadlineError } from '../../../errors.ts';
import type { FollowCheckpoint } from './checkpoint.ts';

export interface FollowedOutcomes {
  kind: 'outcomes';
  outcomes: Outcome[];
  /** Where to go on from once these are dealt with. */
  checkpoint: FollowCheckpoint;
  /** Nothing more is there for now. The first time this is told even where nothing was read. */
  isCurrent: boolean;
}

/** What happened to a session that is followed. */
export type FollowChange =
  | FollowedOutcomes
  /** The file was cut, replaced or begun anew: what was told before is no longer so, and all of it follows (`file-reset`). */
  | { kind: 'reset'; problem: Problem; checkpoint: FollowCheckpoint }
  /**
   * The file is deleted (`file-gone`). `outcomes` is what was held back until the end, a torn last line too. If it comes
   * back, `reset` is told; whoever kept a checkpoint has none to go on from any more.
   */
  | { kind: 'gone'; problem: Problem; outcomes: Outcome[] }
  /** It cannot be read, or not to its end; told once, and looked at again. */
  | { kind: 'problem'; problem: Problem };

/** A fault of the machine: one session of many that cannot be read must not end the following of the others. */
export function followProblem({ code, message }: ThreadlineError): Problem {
  if (code === 'too-large') return { code, message };
  return { code: code === 'damaged' ? 'truncated-tail' : 'file-unreadable', message };
}
