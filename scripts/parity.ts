// Live is reload: compares every recorded run as it was printed with its session file, message by message.
import { sharedClaudeRuns } from '../test/parity/claude-runs.ts';
import { compareClaudeRun } from '../test/parity/compare-claude.ts';
import { compareGeminiRun } from '../test/parity/compare-gemini.ts';
import { type Comparison, compareRun } from '../test/parity/compare-run.ts';
import { sharedGeminiRuns } from '../test/parity/gemini-runs.ts';
import { sharedPairs } from '../test/parity/run-pairs.ts';

/** Of the live blocks outside the closed list of exceptions, so many must be equal. */
const LEAST_EQUAL = 0.99;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface ComparedRun {
  version: string;
  scenario: string;
  comparison: Comparison;
}

interface Agent {
  title: string;
  /** Of all live blocks, so many must be outside the list of exceptions. */
  leastCompared: number;
  runs(): ComparedRun[] | undefined;
}

/** The runs of each agent; undefined where its recordings are not on this machine. */
const AGENTS: readonly Agent[] = [
  {
    title: 'Codex',
    leastCompared: 0.95,
    runs: () => sharedPairs()?.map((pair) => ({ ...named(pair), comparison: compareRun(pair) })),
  },
  {
    title: 'Claude Code',
    leastCompared: 1,
    runs: () =>
      sharedClaudeRuns()?.flatMap((run) => {
        const comparison = compareClaudeRun(run);
        return comparison ? [{ ...named(run), comparison }] : [];
      }),
  },
  {
    title: 'Gemini CLI',
    leastCompared: 0.97,
    runs: () => sharedGeminiRuns()?.map((run) => ({ ...named(run), comparison: compareGeminiRun(run) })),
  },
];

function named({ version, scenario }: { version: string; scenario: string }) {
  return { version, scenario };
}

function main(): number {
  const verbose = process.argv.includes('--verbose');
  let code = 0;
  for (const agent of AGENTS) {
    print(`\n${agent.title}\n`);
    const runs = agent.runs();
    if (runs) code = Math.max(code, report(runs, agent.leastCompared, verbose));
    else print('skipped (no ../shared)');
  }
  return code;
}

function report(runs: readonly ComparedRun[], leastCompared: number, verbose: boolean): number {
  printTable(runs);
  printExceptions(runs);
  for (const { version, scenario, comparison } of runs) {
    if (!verbose && comparison.equal === comparison.compared && comparison.differences.length === 0) continue;
    for (const difference of comparison.differences) print(`${version}/${scenario}  ${difference}`);
  }
  return printSum(
    runs.map(({ comparison }) => comparison),
    leastCompared,
  );
}

/** A line for each scenario, a column for each version: equal / compared / total live blocks. */
function printTable(runs: readonly ComparedRun[]): void {
  const scenarios = [...new Set(runs.map(({ scenario }) => scenario))].sort();
  const versions = [...new Set(runs.map(({ version }) => version))].sort(compareVersions);
  const cells = new Map(
    runs.map(({ version, scenario, comparison: { equal, compared, total } }) => [
      `${version} ${scenario}`,
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

function printSum(comparisons: readonly Comparison[], leastCompared: number): number {
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
    compared >= leastCompared * total &&
    sameError + unrecordedError === both &&
    otherText === 0;
  print(
    `results on both sides: ${both}; is_error agrees in ${sameError}, is not in the file for ${unrecordedError}; the text agrees in ${sameText}, not and for no known reason in ${otherText}`,
  );
  const open = sum((one) => one.open ?? 0);
  if (open > 0) print(`not counted: ${open} blocks that were not done when their run was killed and stand in no file`);
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
