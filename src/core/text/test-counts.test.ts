import { expect, it } from 'vitest';
import { testCounts } from './test-counts.ts';

it.each([
  ['Vitest', ' Test Files  1 failed | 30 passed (31)\n      Tests  2 failed | 411 passed | 3 skipped (416)\n', 411, 2],
  [
    'Vitest in colours',
    '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m413 passed\u001b[39m\u001b[22m (413)\n',
    413,
    0,
  ],
  ['Jest', 'Test Suites: 1 failed, 4 total\nTests:       1 failed, 2 skipped, 40 passed, 43 total\n', 40, 1],
  [
    'Cargo, of two crates',
    'test result: ok. 12 passed; 0 failed; 1 ignored\ntest result: FAILED. 3 passed; 2 failed\n',
    15,
    2,
  ],
  ['pytest', '=========== 1 failed, 412 passed, 2 skipped in 3.21s ===========\n', 412, 1],
  ['pytest that is quiet', '412 passed in 3.21s\n', 412, 0],
  ['Mocha', '\n  12 passing (3s)\n  1 pending\n  2 failing\n\n  1) a test:\n', 12, 2],
  ['Node', '# tests 12\n# pass 11\n# fail 1\n# cancelled 0\n', 11, 1],
  ['Node on a screen', 'ℹ tests 12\nℹ pass 12\nℹ fail 0\n', 12, 0],
  ['RSpec', '12 examples, 1 failure, 2 pending\n', 11, 1],
  ['unittest', 'Ran 12 tests in 0.004s\n\nFAILED (failures=1, errors=2)\n', 9, 3],
  ['unittest that passed', '----\nRan 1 test in 0.004s\n\nOK\n', 1, 0],
  ['PHPUnit', 'OK (12 tests, 30 assertions)\n', 12, 0],
  ['PHPUnit that failed', 'Tests: 12, Assertions: 30, Failures: 1.\n', 11, 1],
  ['Maven', '[ERROR] Tests run: 12, Failures: 1, Errors: 1, Skipped: 0\n', 10, 2],
  ['.NET', 'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12\n', 12, 0],
  ['Playwright', '  1 failed\n    a.spec.ts:3:1 › opens\n  11 passed (4.2s)\n', 11, 1],
  ['Bun', ' 12 pass\n 1 fail\n 30 expect() calls\n', 12, 1],
])('%s says how many tests passed', (_, output, passed, failed) => {
  expect(testCounts(output)).toEqual({ passed, failed });
});

it.each([
  ['nothing', ''],
  ['packages of Go without a sum', 'ok  \tthreadline.dev/lines\t0.012s\nFAIL\tthreadline.dev/tail\t0.3s\n'],
  ['prose', 'All of it passed, and none failed.\nThe 12 passed over the hill? No: twelve.\n'],
  ['a number that no program counts to', `${'9'.repeat(40)} passed\n`],
])('%s says no count', (_, output) => {
  expect(testCounts(output)).toBeUndefined();
});

it('only the end of a long output is read, in time that grows with its length alone', () => {
  const noise = '1 '.repeat(500_000);
  expect(testCounts(`12 passed in 1s\n${noise}`)).toBeUndefined();
  expect(testCounts(`${noise}\n12 passed in 1s\n`)).toEqual({ passed: 12, failed: 0 });
  for (const odd of ['Ran 1 tests in \n', '= ', 'Tests 1', '\u001b[', 'Tests run: 1, Failures: '])
    testCounts(odd.repeat(100_000));
  // Each of these took hundreds of millions of steps where digits or blanks were read from every place again.
  for (const [start, one] of [
    ['Tests 1', '1'],
    ['Ran 1 test in ', ' '],
    ['Ran 1 test in 1s', '\n'],
    ['Tests run: 1, Failures: x', '1'],
  ] as const)
    for (let time = 0; time < 100; time += 1) testCounts(start + one.repeat(19_900));
});
