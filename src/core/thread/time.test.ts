import { describe, expect, it } from 'vitest';
import { parseTime, timeFrom, uuidTime } from './time.ts';

describe('a time of the wire', () => {
  it.each([
    ['2025-01-01T10:00:00Z', Date.UTC(2025, 0, 1, 10)],
    ['2025-01-01T10:00:00.25+02:00', Date.UTC(2025, 0, 1, 8, 0, 0, 250)],
    ['2025-01-01', Date.UTC(2025, 0, 1)],
  ])('%s is what it says', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  /** What a function gives on a machine in a zone. */
  function inZone<Value>(zone: string, give: () => Value): Value {
    const own = process.env.TZ;
    process.env.TZ = zone;
    try {
      return give();
    } finally {
      if (own === undefined) delete process.env.TZ;
      else process.env.TZ = own;
    }
  }

  it.each([
    '2025-01-01T10:00:00',
    '2025-01-01 10:00',
    '2025-01-01T10:00:00.000',
    '+002025-01-01T10:00',
    '2025/01/01 10:00',
    '01/01/2025 10:00:00',
    '01-01-2025 10:00',
    'Jan 1 2025 10:00',
    'Wed, 01 Jan 2025 10:00:00',
    '2025-01-01 10:00 (New Year)',
  ])('%s, which has no zone, is of UTC on every machine', (text) => {
    for (const zone of ['Asia/Tokyo', 'America/New_York']) {
      expect(inZone(zone, () => parseTime(text))).toBe(Date.UTC(2025, 0, 1, 10));
    }
  });

  it.each([
    'Wed, 01 Jan 2025 10:00:00 GMT',
    'Wed Jan 01 2025 12:00:00 GMT+0200 (Central African Time)',
    'Jan 1 2025 05:00 EST',
    '2025-01-01 12:00:00 +0200',
    '2025-01-01T07:30:00.000-02:30',
  ])('%s, which names its zone, is of that zone', (text) => {
    for (const zone of ['Asia/Tokyo', 'UTC']) {
      expect(inZone(zone, () => parseTime(text))).toBe(Date.UTC(2025, 0, 1, 10));
    }
  });

  it('is the same on every machine whatever the text', () => {
    expect(inZone('Asia/Tokyo', () => new Date(0).getHours())).toBe(9);
    const dates = [
      '2025-03-09',
      '2025-3-9',
      '03/09/2025',
      '9 Mar 2025',
      '2025',
      '12',
      '09-03-2025',
      '2025-03',
      '20250309',
    ];
    const clocks = ['', 'T02:30', ' 02:30', ' 2:30 pm', 'T02:30:00.5', ' 02', 'T24:00', '-02:30', ' 02:30:61'];
    const ends = [
      '',
      'Z',
      ' UTC',
      '+05:30',
      '-0500',
      ' -05',
      ' PST',
      ' (x)',
      '[Europe/Berlin]',
      ' CEST',
      'z',
      '\u2212',
    ];
    const texts = dates.flatMap((date) => clocks.flatMap((clock) => ends.map((end) => date + clock + end)));
    const read = () => texts.map((text) => [text, parseTime(text)]);
    const utc = inZone('UTC', read);
    for (const zone of ['Asia/Tokyo', 'America/New_York']) expect(inZone(zone, read)).toEqual(utc);
    expect(utc.filter(([, time]) => time !== undefined).length).toBeGreaterThan(100);
  });

  it('is none where the text says none', () => {
    expect(parseTime('yesterday, perhaps')).toBeUndefined();
    expect(parseTime(undefined)).toBeUndefined();
    expect(parseTime(`2025-01-01T10:00:00Z (${'x'.repeat(1e6)})`)).toBeUndefined();
  });
});

it('an id of UUID version 7 holds its time, any other none', () => {
  expect(uuidTime('01a1de06-a67f-710a-98e9-fb73c57df869')).toBe(0x01a1de06a67f);
  expect(uuidTime('01a1de06-a67f-410a-98e9-fb73c57df869')).toBeUndefined();
});

describe('a time that is a number', () => {
  const at = Date.UTC(2026, 10, 18, 20, 30);
  const text = '2026-11-18T20:30:00.000Z';

  it('is of milliseconds or of seconds, whichever of both it can be', () => {
    expect([timeFrom(at), timeFrom(at / 1000)]).toEqual([text, text]);
    expect([timeFrom(at, 's'), timeFrom(at / 1000, 's')]).toEqual([text, text]);
  });

  it('is of the unit that the agent writes where it can be both', () => {
    expect(timeFrom(5)).toBe('1970-01-01T00:00:00.005Z');
    expect(timeFrom(5, 's')).toBe('1970-01-01T00:00:05.000Z');
  });

  it('may be a text after all', () => {
    expect([timeFrom(text), timeFrom(String(at)), timeFrom(String(at / 1000))]).toEqual([text, text, text]);
    expect(timeFrom('2026-11-18T22:30:00+02:00', 's')).toBe('2026-11-18T22:30:00+02:00');
  });

  it.each([0, -1, Number.NaN, 8.64e15 + 1, 1e300, '5', 'soon', {}, null, undefined])('is none in %s', (value) => {
    expect(timeFrom(value)).toBeUndefined();
    expect(timeFrom(value, 's')).toBeUndefined();
  });
});
