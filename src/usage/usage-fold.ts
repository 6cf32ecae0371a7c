import type { LineSink } from './usage-lines.ts';
import type { UsageRow } from './usage-row.ts';

/** Reads one file's lines into rows. */
export interface UsageFold extends LineSink {
  /** The file ended. */
  end(): void;
}

/** What a fold tells of its file. */
export interface FoldContext {
  readonly path: string;
  /** The folder that the agent worked in, where the file's place tells it. */
  readonly project?: string;
  /** A request. `globalKey`: what tells it apart among all requests of its agent, where the provider names it. */
  add(row: UsageRow, globalKey: string | undefined): void;
  /** A line that should tell usage cannot be read. */
  badLine(line: number): void;
  /** Which thread the file is of. */
  beginThread(thread: { isReview: boolean; startedAt: number }): void;
  /** Between these two stands what a review used: again in the review's own file, where it has one. */
  enterReview(at: number): void;
  exitReview(at: number): void;
}
