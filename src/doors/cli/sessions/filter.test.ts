import { describe, expect, it } from 'vitest';
import { parseSince, parseUntil } from './filter.ts';
import { shortIds } from './table.ts';

describe('--since', () => {
  const now = Date.UTC(2026, 10, 15, 12);

  it('is how long ago, in hours, days or weeks', () => {
    expect(parseSince('36h', now)).toBe(Date.UTC(2026, 10, 14));
    expect(parseSince('7d', now)).toBe(Date.UTC(2026, 10, 8, 12));
    expect(parseSince('2w', now)).toBe(Date.UTC(2026, 10, 1, 12));
    expect(parseSince(undefined)).toBeUndefined();
  });

  it('is a date by the clock on the wall, or a time', () => {
    expect(parseSince('2026-11-01')).toBe(new Date(2026, 10, 1).getTime());
    expect(parseSince('2026-11-01T10:00:00Z')).toBe(Date.UTC(2026, 10, 1, 10));
  });

  it.each(['', 'yesterday', '7', '7 d', '-1d', '2026-13-01', '1e9d', '9999999d'])('is not %j', (text) => {
    expect(() => parseSince(text)).toThrow('--since takes');
  });
});

describe('--until', () => {
  it('is the end of a day where only the day is said, else as --since', () => {
    const now = Date.UTC(2026, 10, 15, 12);
    expect(parseUntil('2026-11-01')).toBe(new Date(2026, 10, 2).getTime() - 1);
    expect(parseUntil('2026-11-01T10:00:00Z')).toBe(Date.UTC(2026, 10, 1, 10));
    expect(parseUntil('7d', now)).toBe(parseSince('7d', now));
    expect(() => parseUntil('soon')).toThrow('--until takes');
  });
});

describe('short ids', () => {
  it('are as long as they must be to be told apart, and no less than eight characters', () => {
    const short = shortIds(['01a1de09-5e47-1', '01a1de09-5e47-2', '01a1de0e-0000', 'ab', '']);
    expect([...short.values()]).toEqual(['', '01a1de09-5e47-1', '01a1de09-5e47-2', '01a1de0e', 'ab']);
  });

  it('take time in proportion to the list', () => {
    const ids = Array.from({ length: 50_000 }, (_, n) => `01a1de09-${String(n).padStart(27, '0')}`);
    expect(new Set(shortIds(ids).values()).size).toBe(50_000);
  });
});
