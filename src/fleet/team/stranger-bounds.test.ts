import { describe, expect, it } from 'vitest';
import { fleetLimits } from '../../limits/fleet.ts';
import { Refusal } from '../gateway/refusal.ts';
import { createStrangerBounds } from './stranger-bounds.ts';

const { maxStrangerRows, maxStrangerRowsPerSecond } = fleetLimits;

/** How many of so many requests are admitted, one after the other. */
function admitted(enter: ReturnType<typeof createStrangerBounds>, count: number, route: string, address: string) {
  let done = 0;
  for (let asked = 0; asked < count; asked += 1) {
    try {
      enter(route, address)();
      done += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    }
  }
  return done;
}

describe('whoever is not logged in', () => {
  it('leaves so many rows at once and no more than one a second then, and may ask for the rest', () => {
    let now = 0;
    const enter = createStrangerBounds(() => now);
    expect(admitted(enter, maxStrangerRows + 9, 'device', '192.0.2.1')).toBe(maxStrangerRows);
    for (const route of ['callback', 'enrol']) expect(admitted(enter, 1, route, '192.0.2.1')).toBe(0);
    for (const route of ['login', 'device-token', 'device-page', 'device-confirm', 'logout'])
      expect(admitted(enter, 9, route, '192.0.2.1')).toBe(9);
    expect(admitted(enter, 1, 'device', '192.0.2.2')).toBe(1);
    now += 5000;
    expect(admitted(enter, 99, 'device', '192.0.2.1')).toBe(5 * maxStrangerRowsPerSecond);
  });

  it.each([
    ['2001:db8:1:2:aaaa::1', '2001:DB8:1:2:bbbb:c:d:e', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
    ['::1', '::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '192.0.2.2', false],
  ])('is one by the network of the address: %s and %s', (one, other, isOne) => {
    const enter = createStrangerBounds(() => 0);
    admitted(enter, maxStrangerRows, 'enrol', one);
    expect(admitted(enter, 1, 'enrol', other)).toBe(isOne ? 0 : 1);
  });
});
