import type { LoopName } from './contestants/loops.ts';
import type { DatasetName } from './data/datasets.ts';

/** Something to run and what to run it on. */
export type Job =
  | { contestant: LoopName; dataset: Exclude<DatasetName, 'none' | 'home'> }
  /** Two loops in one process, pass by pass in turn: what a busy or a warming machine does falls on both. */
  | { contestant: LoopName; against: LoopName; dataset: Exclude<DatasetName, 'none' | 'home'> }
  /** A command of ours on the first file of a data set. */
  | { contestant: `threadline ${string}`; dataset: Exclude<DatasetName, 'none' | 'home'> }
  /** How CPU per element grows from 1 000 to 100 000 of something. */
  | { contestant: 'growth'; shape: string; dataset: 'none' }
  | { contestant: ProgramName; dataset: 'none' }
  | { contestant: HomeProgramName; dataset: 'home' };

/** Whole programs, measured from the start of their process to its end. */
export type ProgramName = 'bare node' | `threadline ${string}`;

/** The same, for programs that read a home of an agent. */
export type HomeProgramName = 'threadline sessions --json' | 'threadline sessions --json --no-usage' | 'walk and read';

export function jobName(job: Job): string {
  if ('shape' in job) return `growth of ${job.shape}`;
  if ('against' in job) return `${job.contestant} beside ${job.against} on ${job.dataset}`;
  return `${job.contestant} on ${job.dataset}`;
}
