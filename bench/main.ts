// npm run bench [-- --target N,N] [-- --src]: measures threadline against its targets; exit code 1 when one is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareArchive } from './archive-run.ts';
import { compareBlame } from './blame-run.ts';
import { type Dataset, type DatasetName, makeDataset } from './data/datasets.ts';
import { compareGateway } from './gateway-run.ts';
import { type Job, jobName } from './job.ts';
import { compareLists } from './lists-run.ts';
import { compareLiveRun } from './live-run.ts';
import { bestOf, measure } from './measure.ts';
import { comparePostgres } from './postgres-run.ts';
import { print, printJudged, printSkipped, printTable } from './print.ts';
import { compareSdkRun } from './sdk-run.ts';
import { compareSearches } from './searches-run.ts';
import { bundlePrograms, chooseSubject } from './subject.ts';
import type { Results } from './targets/target.ts';
import { targets } from './targets/targets.ts';
import { compareUsage } from './usage-run.ts';

const { values: options } = parseArgs({
  options: {
    /** Only these, by number; `sdk` for the run beside the official SDK, `live` for a session under control beside a run, `usage` for the counting of sessions, `lists`, `archive`, `blame`, `gateway`, `postgres`, `searches` for those of many readers at once. */
    target: { type: 'string' },
    /** The sources, even when there is a build. */
    src: { type: 'boolean', default: false },
  },
});
/** Less than 1 makes the data smaller: for a quick look, not for figures. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

/** What is measured beside the numbered targets. */
const RUNS = ['sdk', 'live', 'usage', 'lists', 'archive', 'blame', 'gateway', 'postgres', 'searches'];

async function main(folder: string): Promise<boolean> {
  const subject = options.src ? 'src' : chooseSubject();
  const wanted = options.target?.split(',');
  const checks = targets
    .filter(({ number }) => wanted?.includes(number) ?? true)
    .flatMap(({ number, checks }) => checks.map((check) => ({ number, check, reason: check.skip?.() })));
  const jobs = unique(checks.filter(({ reason }) => !reason).flatMap(({ check }) => check.jobs));

  print(
    `threadline bench: ${subject}/, Node ${process.versions.node}, ${process.platform}-${process.arch}, scale ${scale}`,
  );
  await bundlePrograms(subject, folder);
  const datasets = makeDatasets(jobs, folder);
  const measured = measure(jobs, { folder, datasets }, showProgress);
  const dataset = (name: DatasetName) => found(datasets.get(name));
  const runsOf = (job: Job) => found(measured.get(jobName(job)));
  const results: Results = { figures: (job) => bestOf(runsOf(job)), dataset };
  /** What a run alone says of a check. */
  const ofRun = (run: number): Results => ({ figures: (job) => found(runsOf(job)[run]), dataset });

  printTable(jobs, results);
  const passed = checks.map(({ number, check, reason }) => {
    if (!reason) {
      const runs = Math.min(...check.jobs.map((job) => runsOf(job).length));
      const values = Array.from({ length: runs }, (_, run) => check.judge(ofRun(run)).value);
      return printJudged({ target: number, name: check.name, ...check.judge(results), runs: values });
    }
    printSkipped(number, check, reason);
    return true;
  });
  const isSdkWanted = options.target?.split(',').includes('sdk') ?? true;
  if (isSdkWanted) passed.push(await compareSdkRun(subject, folder, scale));
  // Only by its name: it is not met yet (docs/decisions/0250-cost-of-live.md).
  if (wanted?.includes('live')) passed.push(await compareLiveRun(subject, folder, scale));
  if (wanted?.includes('usage') ?? true) passed.push(compareUsage(folder, scale));
  if (wanted?.includes('lists') ?? true) passed.push(compareLists(folder, scale));
  if (wanted?.includes('archive') ?? true) passed.push(await compareArchive(folder, scale));
  if (wanted?.includes('blame') ?? true) passed.push(compareBlame(folder, scale));
  if (wanted?.includes('gateway') ?? true) passed.push(await compareGateway(folder, scale));
  if (wanted?.includes('postgres') ?? true) passed.push(await comparePostgres(scale));
  // Only by its name: minutes to write 10 000 sessions, and twenty readers share the cores (docs/decisions/0325-few-words-wait.md).
  if (wanted?.includes('searches')) passed.push(await compareSearches(scale));
  return passed.every(Boolean);
}

function unique(jobs: readonly Job[]): Job[] {
  return [...new Map(jobs.map((job) => [jobName(job), job])).values()];
}

function makeDatasets(jobs: readonly Job[], folder: string): Map<DatasetName, Dataset> {
  const datasets = new Map<DatasetName, Dataset>();
  for (const name of new Set(jobs.map((job) => job.dataset))) {
    const dataset = makeDataset(name, folder, scale);
    datasets.set(name, dataset);
    const { paths, bytes, lines, longestLine } = dataset;
    if (lines === 0) continue;
    const megabytes = (length: number) => `${(length / 1e6).toFixed(1)} MB`;
    print(
      `data ${name}: ${paths.length} files, ${megabytes(bytes)}, ${lines} lines, the longest ${megabytes(longestLine)}`,
    );
  }
  return datasets;
}

function showProgress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\rrun ${done + 1} of ${of}${done + 1 === of ? '\n' : ''}`);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a target judges what it did not ask to be measured');
  return value;
}

const names = [...new Set(targets.map(({ number }) => number)), ...RUNS];
const unknown = options.target?.split(',').find((name) => !names.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`bench: there is no target '${unknown}'; there are ${names.join(', ')}\n`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'threadline-bench-'));
try {
  process.exitCode = (await main(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
