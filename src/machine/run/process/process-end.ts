import type { RunFailure } from '../run-result.ts';

/** The end of a process, or the reason it never started. */
export interface ProcessEnd {
  /** Null if a signal ended it, or it never started. */
  exitCode: number | null;
  signal: string | null;
  /** The reason this side ended it, or could not start it. */
  failure: RunFailure | undefined;
  /** True if signals were sent, to it or to what it left behind. */
  wasSignalled: boolean;
  forcefullyKilled: boolean;
  /** True if something that outlived it held its pipes open. */
  stdioHeld: boolean;
}
