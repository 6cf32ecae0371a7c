import type { FileReport } from './file-report.ts';

/** Prints what was found in each file. */
export interface Printer {
  /** How many problems of a file it can make use of. */
  keptProblems: number;
  add(found: FileReport): Promise<void>;
  end(): Promise<void>;
}
