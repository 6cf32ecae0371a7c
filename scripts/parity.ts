// Live is reload: compares every recorded run as it was printed with its session file, message by message.
import { type Comparison, compareRun } from '../test/parity/compare-run.ts';
import { type RunPair, sharedPairs } from '../test/parity/run-pairs.ts';

/** Of the live blocks outside the closed list of exceptions, so many must be equal; of all, so many must be outside it. */
const LEAST_EQUAL = 0.99;
const LEAST_COMPARED = 0.95;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function main(): number {
  const pairs = sharedPairs();
  if (!pairs) {
    print('skipped (no ../shared)');
    return 0;
  }
  const verbose = process.argv.includes('--verbose');
  const runs = pairs.map((pair) => ({ pair, comparison: compareRun(pair) }));
  printTable(runs);
  printExceptions(runs);
  for (const { pair, comparison } of runs) {
    if (!verbose && comparison.equal === comparison.compared && comparison.differences.length === 0) continue;
    for (const difference of comparison.differences) print(`${pair.version}/${pair.scenario}  ${difference}`);
  }
  return printSum(runs.map(({ comparison }) => comparison));
}

/** A line for each scenario, a column for each version: equal / compared / total live blocks. */
function printTable(runs: readonly { pair: RunPair; comparison: Comparison }[]): void {
  const scenarios = [...new Set(runs.map(({ pair }) => pair.scenario))].sort();
  const versions = [...new Set(runs.map(({ pair }) => pair.version))].sort(compareVersions);
  const cells = new Map(
    runs.map(({ pair, comparison: { equal, compared, total } }) => [
      `${pair.version} ${pair.scenario}`,
      `${equal}/${compared}/${total}`,
    ]),
  );
  print('equal/compared/total live blocks');
  print([''.padEnd(30), ...versions.map((version) => version.padStart(9))].join(' '));
  for (const scenario of scenarios) {
    const row = versions.map((version) => (cells.get(`${version} ${scenario}`) ?? '').padStart(9));
    print([scenario.padEnd(30), ...row].join(' '));
  }
}

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

function printExceptions(runs: readonly { comparison: Comparison }[]): void {
  const counts = new Map<string, number>();
  for (const { comparison } of runs) {
    for (const [reason, count] of comparison.exceptions) counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  print('\nlive only, by the closed list of exceptions');
  for (const [reason, count] of counts) print(`${String(count).padStart(5)}  ${reason}`);
  print('');
}

function printSum(comparisons: readonly Comparison[]): number {
  const sum = (of: (comparison: Comparison) => number) => comparisons.reduce((total, one) => total + of(one), 0);
  const total = sum((one) => one.total);
  const compared = sum((one) => one.compared);
  const equal = sum((one) => one.equal);
  const both = sum((one) => one.results.both);
  const sameError = sum((one) => one.results.sameError);
  const unrecordedError = sum((one) => one.results.unrecordedError);
  const sameText = sum((one) => one.results.sameText);
  const otherText = sum((one) => one.results.otherText);
  const passes =
    equal >= LEAST_EQUAL * compared &&
    compared >= LEAST_COMPARED * total &&
    sameError + unrecordedError === both &&
    otherText === 0;
  print(
    `results on both sides: ${both}; is_error agrees in ${sameError}, is not in the file for ${unrecordedError}; the text agrees in ${sameText}, not and for no known reason in ${otherText}`,
  );
  print(
    `parity over ${comparisons.length} runs: ${equal} equal of ${compared} compared of ${total} live blocks ` +
      `(${percent(equal, compared)}, ${percent(compared, total)}) ${passes ? 'pass' : 'FAIL'}`,
  );
  return passes ? 0 : 1;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '100 %' : `${((100 * part) / whole).toFixed(2)} %`;
}

process.exitCode = main();
