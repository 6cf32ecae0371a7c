import type { Dataset, DatasetName } from '../data/datasets.ts';
import type { Figures } from '../figures.ts';
import type { Job } from '../job.ts';

/** A target of the performance paper: one file each, and one line in `targets.ts`. */
export interface Target {
  /** Its number in the performance paper. */
  number: string;
  /** What is compared. */
  what: string;
  checks: readonly Check[];
}

/** One comparison that a target asks for. */
export interface Check {
  /** What is compared with what, on which data. */
  name: string;
  /** What must be measured for it. */
  jobs: readonly Job[];
  /** What is measured once, for the table alone: to see what could be reached at all. */
  shown?: readonly Job[];
  /** Why it cannot be measured here, if so. */
  skip?(): string | undefined;
  judge(results: Results): Reading;
}

/** A figure and the bound that it has to keep. */
export interface Reading {
  value: number;
  unit: 'x' | ' MB';
  atLeast?: number;
  atMost?: number;
  /** What helps to understand the figure. */
  note?: string;
}

export interface Results {
  figures(job: Job): Figures;
  dataset(name: DatasetName): Dataset;
}

/** How many times as fast the first is, by CPU time. */
export function timesAsFast(results: Results, job: Job, than: Job): number {
  return results.figures(than).cpuMs / results.figures(job).cpuMs;
}

/** How many times as fast the first of two loops in turn is. */
export function pairRatio(results: Results, job: Job): number {
  return results.figures(job).pairRatio ?? Number.NaN;
}

/** MB read per second of CPU time. */
export function megabytesPerSecond(results: Results, job: Job): number {
  return results.dataset(job.dataset).bytes / 1e6 / (results.figures(job).cpuMs / 1e3);
}
