import { describe, expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { drifts, findBrokenDrifts, onePerVersion } from './drift.ts';

describe('the drift contract, at every distinct place of one recording a version', () => {
  const recordings = onePerVersion(everyRecording().filter(({ bytes }) => bytes.length < 100_000));

  it.each(drifts)('$name throws nowhere, and what it says is kept and told', { timeout: 240_000 }, (drift) => {
    const options = drift.isFoundAgain ? {} : { parseEvery: 8, byPath: true };
    expect(findBrokenDrifts(recordings, drift, options)).toEqual([]);
  });
});
