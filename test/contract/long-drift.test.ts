import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { findBrokenDrifts, LONG_LIST, onePerVersion, onePerWire } from './drift.ts';

it('a list of 200 000 at any place of a wire throws nowhere', { timeout: 240_000 }, () => {
  const wires = onePerWire(onePerVersion(everyRecording().filter(({ bytes }) => bytes.length < 100_000)));
  expect(wires.length).toBeGreaterThan(10);
  expect(findBrokenDrifts(wires, LONG_LIST, { parseEvery: 32, byName: true })).toEqual([]);
});
