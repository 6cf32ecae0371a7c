import { describe, expect, it } from 'vitest';
import { readableError } from '../../core/messages/readable-error.ts';
import { formatDuration, stderrReason } from './error-text.ts';

describe('what an error says to people', () => {
  const table: [string, string][] = [
    ['plain words', 'plain words'],
    ['{"error":{"message":"mock says no","type":"invalid_request_error"}}', 'mock says no'],
    [
      'unexpected status 400 Bad Request: {"error":{"message":"no"}}, url: http://x',
      'unexpected status 400 Bad Request: no, url: http://x',
    ],
    ['{"detail":"Unsupported model"}', 'Unsupported model'],
    ['{"error":"down"}', 'down'],
    ['{"message":"{\\"error\\":{\\"message\\":\\"inner\\"}}"}', 'inner'],
    ['a {brace} and {"no":"message"}', 'a {brace} and {"no":"message"}'],
    ['{"error":{"message":""}}', '{"error":{"message":""}}'],
    ['{"error":{"message":{"toString":0}}}', '{"error":{"message":{"toString":0}}}'],
    ['{"error":', '{"error":'],
    ['null', 'null'],
  ];
  it.each(table)('%j is told as %j', (text, expected) => {
    expect(readableError(text)).toBe(expected);
  });

  it('comes to an end for an answer within an answer within an answer', () => {
    let text = 'core';
    for (let depth = 0; depth < 8; depth += 1) text = JSON.stringify({ message: text });
    expect(readableError(text)).toContain('core');
  });
});

describe('the line of stderr that says why an agent ended', () => {
  const BACKTRACE = 'Error: no rollout found\n\nStack backtrace:\n   0: std::backtrace\n   8: <unknown>\n';
  const table: [string, string][] = [
    ['', ''],
    ['first\nlast\n\n', 'last'],
    [BACKTRACE, 'Error: no rollout found'],
    [`WARN: slow\n${BACKTRACE}`, 'Error: no rollout found'],
    ['Error: one\nError: two\n\nCaused by:\n    os error 2', 'Error: two'],
    ["thread 'main' panicked at x.rs:1:2:\nboom\nnote: run with `RUST_BACKTRACE=1`\n", 'boom'],
    ["thread 'main' panicked at x.rs:1:2:\nboom\nstack backtrace:\n   0: x\nnote: some details", 'boom'],
    ['TypeError: odd\n    at file.js:1:2\n\nNode.js v24.0.0', 'TypeError: odd'],
  ];
  it.each(table)('of %j it is %j', (stderr, expected) => {
    expect(stderrReason(stderr)).toBe(expected);
  });
});

it('a stderr of nothing but blank lines is read in no time', () => {
  // A pattern that takes line breaks for blanks would look at half of 64 KiB for each of them.
  const stderr = `${'\n'.repeat(64 * 1024)}${' '.repeat(64 * 1024)}x`;
  for (let times = 0; times < 100; times += 1) expect(stderrReason(stderr)).toBe('x');
});

it.each([
  [5, '5 ms'],
  [999, '999 ms'],
  [1000, '1 s'],
  [1500, '1.5 s'],
  [300_000, '300 s'],
])('%d milliseconds are told as %s', (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});
