import { describe, expect, it } from 'vitest';
import type { GrowingSource } from './growing-source.ts';
import { createGrowingSources } from './growing-sources.ts';

const growing = (heldBytes = 1): GrowingSource => ({
  fits: () => true,
  readOn: async () => 0,
  isLines: true,
  look() {
    throw new Error('nobody looks');
  },
  written() {},
  heldBytes,
});

describe('sessions that are kept open', () => {
  it('are those of one tenant, and taken by one', () => {
    const sources = createGrowingSources();
    const one = growing();
    sources.put(1, '7', one);
    expect(sources.take(2, '7')).toBeUndefined();
    expect(sources.take(1, '7')).toBe(one);
    expect(sources.take(1, '7')).toBeUndefined();
  });

  it('are so many at most, and those that were longest not gone on with are let go', () => {
    const sources = createGrowingSources({ most: 2 });
    const [first, second, third] = [growing(), growing(), growing()];
    sources.put(1, 'a', first);
    sources.put(1, 'b', second);
    sources.put(1, 'a', first);
    sources.put(1, 'c', third);
    expect(sources.take(1, 'b')).toBeUndefined();
    expect(sources.take(1, 'a')).toBe(first);
    expect(sources.take(1, 'c')).toBe(third);
  });

  it('hold so many bytes at most, also where one alone holds more', () => {
    const sources = createGrowingSources({ mostBytes: 10 });
    sources.put(1, 'a', growing(6));
    sources.put(1, 'b', growing(4));
    sources.put(1, 'c', growing(4));
    expect(sources.take(1, 'a')).toBeUndefined();
    sources.put(1, 'd', growing(11));
    for (const name of ['b', 'c', 'd']) expect(sources.take(1, name)).toBeUndefined();
    sources.put(1, 'e', growing(10));
    expect(sources.take(1, 'e')).toBeDefined();
  });
});
