import type { Job } from './job.ts';
import { type Check, megabytesPerSecond, type Results, timesAsFast } from './targets/target.ts';
import { type Took, tookText } from './took.ts';
import { type Judged, judge, verdictLine } from './verdict.ts';

/** A table of all that was measured, by data set. */
export function printTable(jobs: readonly Job[], results: Results): void {
  print('', row(['contestant', 'data', 'cold ms', 'CPU ms', 'x bare loop', 'MB/s', 'peak MB']));
  const hasBareLoop = new Set(jobs.filter((job) => job.contestant === 'bare loop').map((job) => job.dataset));
  for (const job of jobs.toSorted((a, b) => a.dataset.localeCompare(b.dataset))) {
    // Pairs and growth are ratios already.
    if ('against' in job || 'shape' in job) continue;
    const { cpuMs, coldCpuMs, peakMb } = results.figures(job);
    const ratio = hasBareLoop.has(job.dataset)
      ? timesAsFast(results, job, { contestant: 'bare loop', dataset: job.dataset } as Job).toFixed(2)
      : '';
    const speed = job.dataset === 'none' ? '' : megabytesPerSecond(results, job).toFixed(0);
    print(row([job.contestant, job.dataset, coldCpuMs.toFixed(0), cpuMs.toFixed(0), ratio, speed, peakMb.toFixed(0)]));
  }
  print('');
}

function row([contestant = '', data = '', ...figures]: readonly string[]): string {
  return `${contestant.padEnd(22)}${data.padEnd(8)}${figures.map((figure) => figure.padStart(12)).join('')}`;
}

/** Prints one line and tells whether the bound was kept, as far as the runs can tell. */
export function printJudged(judged: Judged): boolean {
  print(verdictLine(judged));
  return judge(judged) !== 'FAIL';
}

export function printSkipped(target: string, check: Check, reason: string): void {
  print(`target ${target} ${check.name}: skipped (${reason})`);
}

export function printTook(target: string, took: Took): void {
  print(`target ${target} took ${tookText(took)}`);
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
