import { describe, expect, it } from 'vitest';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { advanced, agreed, changedLife, FORGOTTEN, FOUND, halved, type Inspected, lifeOf } from './file-stage.ts';

const inspected = (number: number): Inspected => ({ life: { firstLine: 'a', number }, mode: 'full', isPacked: false });
const at = (head: number) => agreed(inspected(0), { id: '7', head, marker: 'm', state: 'open' }, 'title');

describe('the life of a file', () => {
  it('goes on where the first line is the same, and begins anew where it is another', () => {
    const rewritten = changedLife(inspected(2), 'rewritten');
    expect(lifeOf('a', rewritten)).toEqual({ firstLine: 'a', number: 3 });
    expect(lifeOf('b', rewritten)).toEqual({ firstLine: 'b', number: 0 });
    expect(lifeOf('a', at(5))).toEqual({ firstLine: 'a', number: 0 });
    for (const stage of [FOUND, FORGOTTEN]) expect(lifeOf('a', stage).number).toBe(0);
    expect(changedLife(inspected(2), 'other')).toBe(FOUND);
  });

  it('has a last number, beyond which the file is refused', () => {
    expect(changedLife(inspected(fleetLimits.maxFileLives - 1), 'rewritten').life?.number).toBe(
      fleetLimits.maxFileLives,
    );
    expect(() => changedLife(inspected(fleetLimits.maxFileLives), 'rewritten')).toThrow(ThreadlineError);
  });
});

describe('what is sent at a time', () => {
  it('is halved down to a byte where it is too much, and doubles with each segment up to the usual', () => {
    let stage = at(0);
    for (let count = 0; count < 30; count += 1) stage = halved(stage);
    expect(stage.wanted).toBe(1);
    stage = advanced(stage, 100, 'n');
    expect(stage).toMatchObject({ head: 100, marker: 'n', scanned: 100, wanted: 2, title: 'title' });
    for (let count = 0; count < 30; count += 1) stage = advanced(stage, 200, 'n');
    expect(stage.wanted).toBe(fleetLimits.collectedBytesAtOnce);
  });
});
