import { expect, it } from 'vitest';
import { formatDuration } from './figures.ts';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [9949, '9.9 s'],
  [59_400, '59 s'],
  [59_500, '1m 00s'],
  [119_900, '2m 00s'],
  [372_000, '6m 12s'],
  [599_700, '10m'],
  [3_599_600, '1h 00m'],
])('%d milliseconds are %s: a minute is full where its seconds are rounded up', (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});
