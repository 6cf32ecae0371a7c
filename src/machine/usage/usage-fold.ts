import type { RequestFacts } from './request-ledger.ts';
import type { LineSink } from './usage-lines.ts';

/** Reads the lines of one file after the other into rows: making it anew for each of 10 000 files would take longer. */
export interface UsageFold extends LineSink {
  begin(): void;
  /** Tells what is left, as if the file ended here. It may go on all the same, and be ended again: then all that is left is told anew. */
  end(): void;
}

export interface FoldContext extends RequestFacts {
  path: string;
  /** The folder that the agent worked in, where the file's place tells it. */
  project: string | undefined;
  /** A line that should tell usage cannot be read. */
  badLine(line: number): void;
}
