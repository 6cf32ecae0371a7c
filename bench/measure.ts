import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
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
const LOOP_ROUNDS = 3;
const PROGRAM_ROUNDS = 20;
const LONGEST_GROWTH_MS = 60_000;

/**
 * Runs every job several times, each time in a process of its own, and keeps the least of each figure: a busy machine
 * only ever adds. The rounds are interleaved, so that a busy moment does not fall on one contestant alone.
 */
export function measure(
  jobs: readonly Job[],
  place: Workplace,
  onRun: (done: number, of: number) => void,
): Map<string, Figures> {
  const runs = scheduled(jobs);
  const best = new Map<string, Figures>();
  for (const [index, job] of runs.entries()) {
    onRun(index, runs.length);
    const figures = runJob(job, place);
    const before = best.get(jobName(job)) ?? figures;
    best.set(jobName(job), {
      ...figures,
      cpuMs: Math.min(before.cpuMs, figures.cpuMs),
      coldCpuMs: Math.min(before.coldCpuMs, figures.coldCpuMs),
      peakMb: Math.min(before.peakMb, figures.peakMb),
    });
  }
  return best;
}

function scheduled(jobs: readonly Job[]): Job[] {
  const rounds = Array.from({ length: PROGRAM_ROUNDS }, (_, round) => jobs.filter((job) => round < roundsOf(job)));
  return rounds.flat();
}

function roundsOf(job: Job): number {
  // Pairs and growth hold their rounds in themselves.
  if ('against' in job || 'shape' in job) return 1;
  return job.dataset === 'none' ? PROGRAM_ROUNDS : LOOP_ROUNDS;
}

function runJob(job: Job, place: Workplace): Figures {
  const cache = join(place.folder, 'cache');
  // Lists are measured as the first of their home; `npm run bench -- --target lists` measures the others.
  rmSync(join(cache, 'sessions.db'), { force: true });
  const { status, output, stderr } = spawnSync(process.execPath, nodeArguments(job, place), {
    cwd: root,
    env: { ...process.env, CODEX_HOME: join(place.folder, 'home'), THREADLINE_CACHE: cache },
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
