import { type TestCounts, testCounts } from '../../core/text/test-counts.ts';
import { testCommands } from '../../core/tools/test-command.ts';

/** A command that ran tests, and how they ended. */
export interface TestRun {
  /** `unknown`: the exit code is that of another command, as in `npm test | tail`, and nothing was counted. */
  result: 'passed' | 'failed' | 'unknown';
  /** As the test program says; absent if it does not. */
  counts?: TestCounts;
}

/** How the tests of a command ended; undefined if it ran none. What was counted wins over an exit code that hides it. */
export function testRunOf(command: string, output: string, failed: boolean): TestRun | undefined {
  const tests = testCommands(command);
  if (tests.length === 0) return undefined;
  const counts = testCounts(output);
  const hasFailed = failed || (counts?.failed ?? 0) > 0;
  const isSure = counts !== undefined || tests.every(({ isExitCodeItsOwn }) => isExitCodeItsOwn);
  return { result: hasFailed ? 'failed' : isSure ? 'passed' : 'unknown', ...(counts && { counts }) };
}
