import type { RunFailure } from '../run-result.ts';

/** How a process ended, or why it never began. */
export interface ProcessEnd {
  /** Null when a signal ended it, or it never began. */
  exitCode: number | null;
  signal: string | null;
  /** What ended it from this side, or kept it from beginning. */
  failure: RunFailure | undefined;
  /** Signals had to be sent, to it or to what it left behind. */
  wasSignalled: boolean;
  forcefullyKilled: boolean;
  /** Something that outlived it held its pipes open. */
  stdioHeld: boolean;
}
