import type { LoopName } from './contestants/loops.ts';
import type { DatasetName } from './data/datasets.ts';

/** Something to run and what to run it on. */
export type Job =
  | { contestant: LoopName; dataset: Exclude<DatasetName, 'none'> }
  | { contestant: ProgramName; dataset: 'none' };

/** Whole programs, measured from the start of their process to its end. */
export type ProgramName = 'bare node' | 'threadline --version' | 'threadline --help';

export function jobName(job: Job): string {
  return `${job.contestant} on ${job.dataset}`;
}
