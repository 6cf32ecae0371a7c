import { grouped } from './amount.ts';

/** How tests ended; the counts are null where the test program does not say them. */
interface EndedTests {
  result: 'passed' | 'failed' | 'unknown';
  passed: number | null;
  failed: number | null;
}

/** `413 passed`, `2 failed, 411 passed`, or the bare result where nothing was counted. */
export function testsWords({ result, passed, failed }: EndedTests): string {
  if (passed === null || failed === null) return result === 'unknown' ? 'not known' : result;
  if (failed > 0) return `${grouped(failed)} failed, ${grouped(passed)} passed`;
  // The program counted no failure, and its command failed all the same.
  return result === 'failed' ? `failed, ${grouped(passed)} passed` : `${grouped(passed)} passed`;
}
