import type { SeenKeys } from './seen-keys.ts';
import type { LineSink } from './usage-lines.ts';
import type { UsageRow } from './usage-row.ts';

/** Reads the lines of one file after the other into rows: making it anew for each of 10 000 files would take longer. */
export interface UsageFold extends LineSink {
  /** A file begins. */
  begin(): void;
  /** The file ended. */
  end(): void;
}

/** What a fold tells of its file. */
export interface FoldContext {
  path: string;
  /** The folder that the agent worked in, where the file's place tells it. */
  project: string | undefined;
  /** A request. `globalKey`: what tells it apart among all requests of its agent, where the provider names it. */
  add(row: UsageRow, globalKey: string | undefined): void;
  /** A request that may stand in another file too, under its full name: counted in the end, if it is still not told. */
  hold(row: UsageRow, isUntold: () => boolean): void;
  /** Another file may tell what this one leaves out, or have told before what it holds. */
  lacks(): void;
  /** What was told so far, of all files. */
  readonly seen: SeenKeys;
  /** A line that should tell usage cannot be read. */
  badLine(line: number): void;
  /** Which thread the file is of. */
  beginThread(thread: { isReview: boolean; startedAt: number }): void;
  /** Between these two stands what a review used: again in the review's own file, where it has one. */
  enterReview(at: number): void;
  exitReview(at: number): void;
}
