import { expect, it } from 'vitest';
import { createBackOff } from './back-off.ts';

it('waits from a second to five minutes, at least half of it, and begins anew after a success', () => {
  const least = createBackOff(() => 0);
  const most = createBackOff(() => 1);
  const waits = Array.from({ length: 12 }, () => [least.next(), most.next()]);
  expect(waits.slice(0, 4)).toEqual([
    [500, 1000],
    [1000, 2000],
    [2000, 4000],
    [4000, 8000],
  ]);
  expect(waits.at(-1)).toEqual([150_000, 300_000]);
  least.reset();
  expect(least.next()).toBe(500);
});

it('waits as long as the server wants, but no longer than five minutes and a little more', () => {
  expect(createBackOff(() => 0).next(7000)).toBe(7000);
  expect(createBackOff(() => 1).next(86_400_000)).toBe(375_000);
});
