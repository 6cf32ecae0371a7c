import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './comparison.ts';
import type { Dataset, DatasetName } from './data/datasets.ts';
import type { Figures } from './figures.ts';
import { type Job, jobName } from './job.ts';
import { root } from './subject.ts';

/** Where the data and the bundled programs are. */
export interface Workplace {
  folder: string;
  datasets: ReadonlyMap<DatasetName, Dataset>;
}

/** A loop runs long enough to be measured a few times; a program that ends at once is measured more often. */
const LOOP_ROUNDS = 5;
const PROGRAM_ROUNDS = 20;
const LONGEST_GROWTH_MS = 60_000;

/**
 * Runs every job several times, each time in a process of its own, and gives the figures of each run. The rounds are
 * interleaved, so that a busy moment does not fall on one contestant alone.
 */
export function measure(
  jobs: readonly Job[],
  place: Workplace,
  onRun: (done: number, of: number) => void,
): Map<string, Figures[]> {
  const runs = scheduled(jobs);
  const found = new Map<string, Figures[]>(jobs.map((job) => [jobName(job), []]));
  for (const [index, job] of runs.entries()) {
    onRun(index, runs.length);
    found.get(jobName(job))?.push(runJob(job, place));
  }
  return found;
}

/** The least of each figure, because a busy machine only ever adds; of pairs the middle one, which it disturbs both ways. */
export function bestOf(runs: readonly Figures[]): Figures {
  const [first] = runs;
  if (!first) throw new Error('a target judges what it did not ask to be measured');
  const least = (name: 'cpuMs' | 'coldCpuMs' | 'peakMb') => Math.min(...runs.map((figures) => figures[name]));
  const pairRatio = median(runs.map((figures) => ({ value: figures.pairRatio ?? Number.NaN })));
  return {
    ...first,
    cpuMs: least('cpuMs'),
    coldCpuMs: least('coldCpuMs'),
    peakMb: least('peakMb'),
    ...(pairRatio !== undefined && { pairRatio }),
  };
}

function scheduled(jobs: readonly Job[]): Job[] {
  const rounds = Array.from({ length: PROGRAM_ROUNDS }, (_, round) => jobs.filter((job) => round < roundsOf(job)));
  return rounds.flat();
}

function roundsOf(job: Job): number {
  // Growth holds its rounds in itself.
  if ('shape' in job) return 1;
  return job.dataset === 'none' ? PROGRAM_ROUNDS : LOOP_ROUNDS;
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

function nodeArguments(job: Job, { folder, datasets }: Workplace): string[] {
  if ('shape' in job) return [join(folder, 'growth-process.cjs'), job.shape];
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
