import type { RequestFacts } from './request-ledger.ts';
import type { LineSink } from './usage-lines.ts';

/** Folds the lines of one file after the other into rows. A new fold for each of 10 000 files would take longer. */
export interface UsageFold extends LineSink {
  begin(): void;
  /** Emits what is left, as if the file ended here. More lines may follow; the next call emits all the rest again. */
  end(): void;
}

export interface FoldContext extends RequestFacts {
  path: string;
  /** The agent's working folder, if the file's path gives it. */
  project: string | undefined;
  /** Reports that a line that should hold usage cannot be read. */
  badLine(line: number): void;
}
