import { withoutAnsi } from './ansi.ts';

/** How many tests passed and failed, as a test program says at its end. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** Test programs sum up at their end. */
const LONGEST_END = 20_000;

/** How a program sums up. `line` finds its last such line; the groups of it are counted by the words beside them. */
interface Summary {
  line: RegExp;
  /** Several lines are parts of one sum, as one for each file or crate. */
  isPart?: boolean;
  counts(line: string): TestCounts | undefined;
}

/** The most telling form first: `Tests  2 failed | 411 passed` stands below `Test Files  1 failed | 30 passed`. */
const SUMMARIES: readonly Summary[] = [
  // Vitest, Jest: `Tests  1 failed | 412 passed (413)`, `Tests:       1 failed, 412 passed, 413 total`
  { line: /^[ \t]*Tests:?[ \t]+\d.*$/gm, counts: byWords },
  // Cargo, one for each crate: `test result: ok. 12 passed; 0 failed; 1 ignored`
  { line: /^test result: .*$/gm, isPart: true, counts: byWords },
  // .NET, one for each project: `Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12`
  { line: /^(?:Passed|Failed)! +- .*$/gm, isPart: true, counts: byLabels },
  // PHPUnit: `OK (12 tests, 30 assertions)`, `Tests: 12, Assertions: 30, Failures: 1.`
  { line: /^OK \(\d+ tests?, .*$|^Tests: \d+, Assertions: .*$/gm, counts: byTotal },
  // Maven: `Tests run: 12, Failures: 1, Errors: 0, Skipped: 0`
  { line: /^(?:\[\w+\] )?Tests run: \d+, Failures: .*$/gm, counts: byTotal },
  // RSpec, Mix: `12 examples, 1 failure`
  { line: /^\d+ (?:examples?|tests?), \d+ failures?.*$/gm, counts: byTotal },
  // unittest: `Ran 12 tests in 0.1s`, then `OK` or `FAILED (failures=1, errors=1)`
  { line: /^Ran \d+ tests? in \S+\s{1,4}(?:OK|FAILED).*$/gm, counts: byTotal },
  // TAP of Node: `# pass 12`, `# fail 0`
  { line: /^(?:#|ℹ) (?:pass|fail) \d+$/gm, isPart: true, counts: byTap },
  // pytest, Playwright, Mocha, Bun, Deno: `1 failed, 412 passed in 3.2s`, `12 passing (3s)`, `1 fail`
  { line: /^[= \t]*(?:\d+ (?:pass|passed|passing|fail|failed|failing)\b).*$/gm, isPart: true, counts: byWords },
];

/** Finds how many tests passed in what a test program printed; undefined if it does not say so. */
export function testCounts(output: string): TestCounts | undefined {
  const end = withoutAnsi(output.slice(-LONGEST_END));
  for (const { line, isPart, counts } of SUMMARIES) {
    const lines = end.match(line) ?? [];
    const told = (isPart ? lines : lines.slice(-1)).flatMap((one) => counts(one) ?? []);
    if (told.length > 0) return told.reduce(sum);
  }
  return undefined;
}

function sum(one: TestCounts, other: TestCounts): TestCounts {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed };
}

function byWords(line: string): TestCounts | undefined {
  const passed = numberIn(/\b(\d+) pass/, line);
  const failed = numberIn(/\b(\d+) fail/, line);
  return passed === undefined && failed === undefined ? undefined : { passed: passed ?? 0, failed: failed ?? 0 };
}

function byLabels(line: string): TestCounts {
  return { passed: numberIn(/Passed: +(\d+)/, line) ?? 0, failed: numberIn(/Failed: +(\d+)/, line) ?? 0 };
}

function byTotal(line: string): TestCounts {
  const total = numberIn(/(?:Ran|OK \(|Tests:|Tests run:) ?(\d+)|^(\d+) /, line) ?? 0;
  const failures = numberIn(/(?:[Ff]ailures[:=] ?)(\d+)|\b(\d+) failures?/, line) ?? 0;
  const failed = failures + (numberIn(/[Ee]rrors[:=] ?(\d+)/, line) ?? 0);
  return { passed: Math.max(0, total - failed), failed };
}

function byTap(line: string): TestCounts {
  return { passed: numberIn(/pass (\d+)/, line) ?? 0, failed: numberIn(/fail (\d+)/, line) ?? 0 };
}

/** The pattern begins at a word, so that a long row of digits is read once. */
function numberIn(pattern: RegExp, line: string): number | undefined {
  const found = pattern.exec(line);
  const text = found?.[1] ?? found?.[2];
  const count = Number(text);
  return text !== undefined && Number.isSafeInteger(count) ? count : undefined;
}
