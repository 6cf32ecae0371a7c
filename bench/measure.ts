import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './comparison.ts';
import type { Dataset, DatasetName } from './data/datasets.ts';
import type { Figures } from './figures.ts';
import { type Job, jobName } from './job.ts';
import { rounds } from './rounds.ts';
import { root } from './subject.ts';
import { startTimer, sumOf, type Took } from './took.ts';

/** Where the data and the bundled programs are. */
export interface Workplace {
  folder: string;
  datasets: ReadonlyMap<DatasetName, Dataset>;
  scale: number;
}

/** How often a job is measured. */
export interface Rounds {
  loops: number;
  programs: number;
}

/** A loop runs long enough to be measured a few times; a program that ends at once is measured more often. */
export const ROUNDS: Rounds = { loops: rounds(5), programs: rounds(20) };
/** Of the whole bench, which has minutes: pairs of loops take turns in a process, so three of them lie close together. */
export const FEW_ROUNDS: Rounds = { loops: rounds(3), programs: rounds(20) };
/** Twenty times what the slowest shape takes: others share the machine. */
const LONGEST_GROWTH_MS = 180_000;
/** Growth that is found above this is measured again: near its bound one run is chance. */
const HIGH_GROWTH = 1.5;
const GROWTH_ROUNDS = rounds(3);

/** What is measured in rounds, and what once. */
interface Plan {
  judged: readonly Job[];
  shown: readonly Job[];
  rounds: Rounds;
}

/** The figures of each run of a job, and what all of them took. */
export interface Measured {
  runs: Figures[];
  took: Took;
}

/**
 * Runs every job several times, each time in a process of its own, and gives the figures of each run. The rounds are
 * interleaved, so that a busy moment does not fall on one contestant alone.
 */
export function measure(
  { judged, shown, rounds: often }: Plan,
  place: Workplace,
  onRun: (done: number, of: number) => void,
): Map<string, Measured> {
  const inRound = (round: number) => [
    ...judged.filter((job) => round < roundsOf(job, often)),
    ...(round === 0 ? shown : []),
  ];
  const scheduled = Array.from({ length: often.programs }, (_, round) => inRound(round)).flat();
  const found = new Map<string, Measured>(
    [...judged, ...shown].map((job) => [jobName(job), { runs: [], took: { ms: 0, cpuMs: 0 } }]),
  );
  for (const [index, job] of scheduled.entries()) {
    onRun(index, scheduled.length);
    const measured = found.get(jobName(job));
    if (!measured) continue;
    const time = startTimer();
    do measured.runs.push(runJob(job, place));
    while (isToRepeat(job, measured.runs));
    measured.took = sumOf([measured.took, time()]);
  }
  return found;
}

function isToRepeat(job: Job, runs: readonly Figures[]): boolean {
  const { growth = 0 } = runs[0] ?? {};
  return 'shape' in job && runs.length < GROWTH_ROUNDS && growth > HIGH_GROWTH && Number.isFinite(growth);
}

/** The least of each figure, because a busy machine only ever adds; of ratios the middle one, which it disturbs both ways. */
export function bestOf(runs: readonly Figures[]): Figures {
  const [first] = runs;
  if (!first) throw new Error('a target judges what it did not ask to be measured');
  const least = (name: 'cpuMs' | 'coldCpuMs' | 'peakMb') => Math.min(...runs.map((figures) => figures[name]));
  const middle = (name: 'pairRatio' | 'growth') =>
    median(runs.map((figures) => ({ value: figures[name] ?? Number.NaN })));
  const [pairRatio, growth] = [middle('pairRatio'), middle('growth')];
  return {
    ...first,
    cpuMs: least('cpuMs'),
    coldCpuMs: least('coldCpuMs'),
    peakMb: least('peakMb'),
    ...(pairRatio !== undefined && { pairRatio }),
    ...(growth !== undefined && { growth }),
  };
}

function roundsOf(job: Job, { loops, programs }: Rounds): number {
  // Growth holds its rounds in itself.
  if ('shape' in job) return 1;
  return job.dataset === 'none' ? programs : loops;
}

function runJob(job: Job, place: Workplace): Figures {
  const cache = join(place.folder, 'cache');
  // Lists are measured as the first of their home; `npm run bench -- --target lists` measures the others.
  rmSync(join(cache, 'sessions.db'), { force: true });
  const { status, output, stderr } = spawnSync(process.execPath, nodeArguments(job, place), {
    cwd: root,
    env: {
      ...process.env,
      CODEX_HOME: join(place.folder, 'home'),
      THREADLINE_CACHE: cache,
      THREADLINE_HOME: join(place.folder, 'data'),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    ...('shape' in job && { timeout: LONGEST_GROWTH_MS }),
  });
  // Of a shape that takes minutes where others take a second no figure is needed.
  if ('shape' in job && status === null)
    return { cpuMs: 0, coldCpuMs: 0, peakMb: 0, lines: 0, growth: Number.POSITIVE_INFINITY };
  if (status !== 0) throw new Error(`${jobName(job)} failed: ${stderr}`);
  const figures = JSON.parse(output[3] ?? '') as Figures;
  const expected = place.datasets.get(job.dataset)?.lines ?? 0;
  if (!isProgram(job) && figures.lines !== expected)
    throw new Error(`${jobName(job)} read ${figures.lines} lines of ${expected}`);
  return figures;
}

/** A whole program, which counts no lines: what it reads is for itself to say. */
function isProgram(job: Job): boolean {
  return job.dataset === 'none' || job.dataset === 'home' || job.contestant.startsWith('threadline ') || 'shape' in job;
}

function nodeArguments(job: Job, { folder, datasets, scale }: Workplace): string[] {
  if ('shape' in job) return [join(folder, 'growth-process.cjs'), job.shape, String(scale)];
  if (!isProgram(job)) {
    const name = 'against' in job ? `${job.contestant}|${job.against}` : job.contestant;
    return [join(folder, 'loop-process.cjs'), name, ...(datasets.get(job.dataset)?.paths ?? [])];
  }
  const [program, ...args] = job.contestant.split(' ');
  const own = program === 'walk' ? 'walk-process.cjs' : 'empty.cjs';
  const file = program === 'threadline' ? join(root, 'bin/threadline.js') : join(folder, own);
  const input =
    job.dataset === 'none' || job.dataset === 'home' ? [] : (datasets.get(job.dataset)?.paths.slice(0, 1) ?? []);
  return ['--require', join(folder, 'report-at-exit.cjs'), file, ...args, ...input];
}
