import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Problem, ThreadlineError } from '../../../errors.ts';
import type { FollowCheckpoint } from './checkpoint.ts';

/** What was written since the last look. */
export interface FollowedOutcomes {
  kind: 'outcomes';
  outcomes: Outcome[];
  /** The place to continue from, once these are processed. */
  checkpoint: FollowCheckpoint;
  /** True if nothing more is there for now. The first time, this is reported even if nothing was read. */
  isCurrent: boolean;
}

/** A change of a session that is followed. */
export type FollowChange =
  | FollowedOutcomes
  /** The file was cut, replaced or rewritten (`file-reset`). Earlier outcomes no longer hold; all of it follows. */
  | { kind: 'reset'; problem: Problem; checkpoint: FollowCheckpoint }
  /**
   * The file was deleted (`file-gone`). `outcomes` holds what was held back until the end, including a torn
   * last line. A file that comes back gives a `reset`; an earlier checkpoint is of no use any more.
   */
  | { kind: 'gone'; problem: Problem; outcomes: Outcome[] }
  /** The file cannot be read to its end. Reported once; the file is tried again. */
  | { kind: 'problem'; problem: Problem };

/** Turns a fault of the machine into a problem: one unreadable session must not end the following of the others. */
export function followProblem({ code, message }: ThreadlineError): Problem {
  if (code === 'too-large') return { code, message };
  return { code: code === 'damaged' ? 'truncated-tail' : 'file-unreadable', message };
}
