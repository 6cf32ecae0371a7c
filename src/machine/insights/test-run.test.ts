import { expect, it } from 'vitest';
import { testsWords } from '../../core/text/tests-words.ts';
import { testRunOf } from './test-run.ts';

/** How the page and the command tell it. */
function told(command: string, output: string, failed = false): string | undefined {
  const run = testRunOf(command, output, failed);
  return (
    run && testsWords({ result: run.result, passed: run.counts?.passed ?? null, failed: run.counts?.failed ?? null })
  );
}

it('a test is told by what its program counted', () => {
  expect(told('npm test', 'Tests  413 passed (413)')).toBe('413 passed');
  expect(told('cd a && npx vitest run', 'Tests  2 failed | 411 passed', true)).toBe('2 failed, 411 passed');
});

it('the exit code tells it where nothing was counted, unless it is that of another command', () => {
  expect(told('go test ./...', 'ok  lines 0.1s')).toBe('passed');
  expect(told('go test ./...', 'FAIL lines', true)).toBe('failed');
  expect(told('go test ./... | tail -1', 'FAIL lines')).toBe('not known');
});

it('a pipe hides no failure that was counted, and a command that failed did not pass', () => {
  expect(told('npm test | tail -5', 'Tests  2 failed | 411 passed')).toBe('2 failed, 411 passed');
  expect(told('npm test | tail -5', 'Tests  413 passed')).toBe('413 passed');
  expect(told('npm test', 'Tests  413 passed', true)).toBe('failed, 413 passed');
});

it('a command that runs no test has no result, whatever it prints', () => {
  expect(told('cat log.txt', 'Tests  413 passed')).toBeUndefined();
  expect(told('', '')).toBeUndefined();
});
