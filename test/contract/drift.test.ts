import { describe, expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { drifts, findBrokenDrifts, LONG_LIST, onePerVersion, onePerWire } from './drift.ts';

/** CI tells places of what has to be found again apart by their whole path, and parses four times as many lines by themselves. */
const isWhole = Boolean(process.env.THREADLINE_EVERY_RECORDING);

/** All shared recordings go through it in `npm run matrix`. Deep values take long to read: one file a wire here. */
describe('the drift contract, at every distinct place of one recording a version', () => {
  const versions = onePerVersion(everyRecording().filter(({ bytes }) => bytes.length < 100_000));
  const wires = onePerWire(versions);
  const isLight = (name: string) => !name.startsWith('a list');
  const others = drifts.filter((drift) => drift !== LONG_LIST);

  it.each(others)('$name throws nowhere, and what it says is kept and told', { timeout: 240_000 }, (drift) => {
    const options = isLight(drift.name)
      ? { parseEvery: isWhole ? 4 : 16, byName: !(drift.isFoundAgain && isWhole) }
      : { parseEvery: isWhole ? 32 : 64, byName: true };
    expect(findBrokenDrifts(isLight(drift.name) ? versions : wires, drift, options)).toEqual([]);
  });
});
