import { describe, expect, it } from 'vitest';
import { parseTime, uuidTime } from './time.ts';

describe('a time of the wire', () => {
  it.each([
    ['2025-01-01T10:00:00Z', Date.UTC(2025, 0, 1, 10)],
    ['2025-01-01T10:00:00.25+02:00', Date.UTC(2025, 0, 1, 8, 0, 0, 250)],
    ['2025-01-01', Date.UTC(2025, 0, 1)],
  ])('%s is what it says', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each(['2025-01-01T10:00:00', '2025-01-01 10:00', '2025-01-01T10:00:00.000'])(
    '%s, which has no zone, is of UTC on every machine',
    (text) => {
      const zone = process.env.TZ;
      process.env.TZ = 'Asia/Tokyo';
      try {
        expect(parseTime(text)).toBe(Date.UTC(2025, 0, 1, 10));
      } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      }
    },
  );

  it('is none where the text says none', () => {
    expect(parseTime('yesterday, perhaps')).toBeUndefined();
    expect(parseTime(undefined)).toBeUndefined();
  });
});

it('an id of UUID version 7 holds its time, any other none', () => {
  expect(uuidTime('01a1de06-a67f-710a-98e9-fb73c57df869')).toBe(0x01a1de06a67f);
  expect(uuidTime('01a1de06-a67f-410a-98e9-fb73c57df869')).toBeUndefined();
});
