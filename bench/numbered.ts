import { type Dataset, type DatasetName, makeDataset } from './data/datasets.ts';
import { NEAR_MATCHES } from './growth/shapes.ts';
import { type Job, jobName } from './job.ts';
import { bestOf, FEW_ROUNDS, measure, ROUNDS } from './measure.ts';
import { print, printJudged, printSkipped, printTable, printTook } from './print.ts';
import type { Check, Results, Target } from './targets/target.ts';
import { sumOf } from './took.ts';

/** Of data that are smaller a loop is measured before its code is compiled. */
const LEAST_SCALE = 0.5;

/** How much is measured: the whole bench has fewer rounds. */
interface Extent {
  scale: number;
  isWhole: boolean;
}

/** Measures the targets that have a number, all in turns, and prints what was found. Tells whether all were met. */
export function compareNumbered(wanted: readonly Target[], folder: string, { scale, isWhole }: Extent): boolean {
  const checks = wanted.flatMap(({ number, checks }) =>
    checks.map((check) => ({ number, check, reason: check.skip?.() })),
  );
  const measurable = checks.filter(({ reason }) => !reason);
  const judged = unique(measurable.flatMap(({ check }) => check.jobs));
  const jobs = unique([...judged, ...measurable.flatMap(({ check }) => check.shown ?? [])]);
  const datasets = makeDatasets(jobs, folder, scale);
  const plan = { judged, shown: jobs.slice(judged.length), rounds: isWhole ? FEW_ROUNDS : ROUNDS };
  const measured = measure(plan, { folder, datasets, scale }, showProgress);
  const dataset = (name: DatasetName) => found(datasets.get(name));
  const runsOf = (job: Job) => found(measured.get(jobName(job))).runs;
  const results: Results = { figures: (job) => bestOf(runsOf(job)), dataset };
  /** What a run alone says of a check. */
  const ofRun = (run: number): Results => ({ figures: (job) => found(runsOf(job)[run]), dataset });

  if (jobs.length > 0) printTable(jobs, results);
  const passed = checks.map(({ number, check, reason }) => {
    if (reason) {
      printSkipped(number, check, reason);
      return true;
    }
    const count = Math.min(...check.jobs.map((job) => runsOf(job).length));
    const runs = Array.from({ length: count }, (_, run) => check.judge(ofRun(run)).value);
    const isTooSmall = scale < LEAST_SCALE && isScaled(check);
    return printJudged({ target: number, name: check.name, ...check.judge(results), runs, isTooSmall });
  });
  printTimes(measurable, (job) => found(measured.get(jobName(job))).took);
  return passed.every(Boolean);
}

/** What two targets share is told of the first. */
function printTimes(
  checks: readonly { number: string; check: Check }[],
  took: (job: Job) => ReturnType<typeof sumOf>,
): void {
  const told = new Set<string>();
  for (const number of new Set(checks.map((check) => check.number))) {
    const own = checks.filter((check) => check.number === number);
    const jobs = unique(own.flatMap(({ check }) => [...check.jobs, ...(check.shown ?? [])]));
    const untold = jobs.filter((job) => !told.has(jobName(job)));
    for (const job of untold) told.add(jobName(job));
    printTook(number, sumOf(untold.map(took)));
  }
}

function isScaled({ jobs }: Check): boolean {
  return jobs.some((job) =>
    'shape' in job ? job.shape !== NEAR_MATCHES : !['none', 'line4', 'line16'].includes(job.dataset),
  );
}

function unique(jobs: readonly Job[]): Job[] {
  return [...new Map(jobs.map((job) => [jobName(job), job])).values()];
}

function makeDatasets(jobs: readonly Job[], folder: string, scale: number): Map<DatasetName, Dataset> {
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
