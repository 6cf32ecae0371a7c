import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../machine/usage/calendar.ts';
import { parsePeriod, parseWhen } from './when.ts';

const calendar = createCalendar('Europe/Berlin');
/** A Monday, 01:30 in Berlin: in UTC it is still Sunday. */
const now = Date.UTC(2026, 10, 16, 0, 30);
const when = (text: string, at = now) => parseWhen('sessions', '--since', text, { now: at, calendar });
const days = (text: string) => [when(text)?.begin.day, when(text)?.end.day];
const iso = (text: string) => new Date(when(text)?.begin.at ?? Number.NaN).toISOString();

describe('a time on the command line', () => {
  it('is so many hours, days or weeks ago', () => {
    expect(iso('36h')).toBe('2026-11-14T12:30:00.000Z');
    expect(iso('90d')).toBe('2026-08-18T00:30:00.000Z');
    expect(iso('1w')).toBe('2026-11-09T00:30:00.000Z');
    expect(when('7d')?.begin).toEqual(when('7d')?.end);
    expect(iso('999999w')).toBe('1970-01-01T00:00:00.000Z');
  });

  it.each([
    ['today', '2026-11-16', '2026-11-16'],
    ['yesterday', '2026-11-15', '2026-11-15'],
    ['monday', '2026-11-16', '2026-11-16'],
    ['Sunday', '2026-11-15', '2026-11-15'],
    ['tue', '2026-11-10', '2026-11-10'],
    ['this week', '2026-11-16', '2026-11-16'],
    ['last  week', '2026-11-09', '2026-11-15'],
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    ['20261101', '2026-11-01', '2026-11-01'],
  ])('%s is whole days of the calendar', (text, first, last) => expect(days(text)).toEqual([first, last]));

  it('begins and ends a day when the clocks of its zone do', () => {
    expect(iso('2026-11-01')).toBe('2026-10-31T23:00:00.000Z');
    expect(when('2026-11-01')?.end.at).toBe(Date.parse('2026-11-01T23:00:00Z') - 1);
    // The clocks of Berlin were turned back on this day, so it has 25 hours.
    const autumn = when('2026-10-25');
    expect((autumn?.end.at ?? 0) - (autumn?.begin.at ?? 0)).toBe(25 * 3_600_000 - 1);
  });

  it('is a time of the calendar, or of the zone that it names', () => {
    expect(iso('2026-11-15 14:30')).toBe('2026-11-15T13:30:00.000Z');
    expect(iso('2026-07-15T14:30:05')).toBe('2026-07-15T12:30:05.000Z');
    expect(iso('2026-11-15T14:30Z')).toBe('2026-11-15T14:30:00.000Z');
    expect(iso('2026-11-15 14:30+01:00')).toBe('2026-11-15T13:30:00.000Z');
    expect(when('2026-11-15 14:30')?.begin.day).toBeUndefined();
  });

  it('is a time of this machine if no calendar is given', () => {
    expect(parseWhen('sessions', '--since', '2026-11-01')?.begin.at).toBe(new Date(2026, 10, 1).getTime());
    expect(parseWhen('sessions', '--since', '2026-11-01 10:00')?.begin.at).toBe(new Date(2026, 10, 1, 10).getTime());
  });

  it.each(['', ' ', 'soon', '7', '7 d', '-1d', '2026-13-01', '2026-02-30', '2026-02-30 10:00', '2026-11-15 25:00'])(
    'is not %j',
    (text) => expect(() => when(text)).toThrow('--since takes a time such as'),
  );
  it.each(['1e9d', '9999999d', 'tomorrow', 'constructor', '0'.repeat(100_000), '２０２６-11-15', '2026-11-15\u202e'])(
    'is not %j',
    (text) => expect(() => when(text)).toThrow('--since takes a time such as'),
  );

  it('takes every day from 1970 to 9999', () => {
    for (const day of ['1970-01-01', '1971-02-28', '2024-02-29', '9998-12-31']) expect(days(day)).toEqual([day, day]);
  });
});

describe('a period', () => {
  it('has open ends where none is given', () => {
    expect(parsePeriod('sessions', {})).toEqual({ since: undefined, until: undefined });
  });

  it('takes one day as both ends, and the whole of last week', () => {
    const { since, until } = parsePeriod('usage', { since: 'last week', until: 'last week' }, { now, calendar });
    expect([since?.day, until?.day]).toEqual(['2026-11-09', '2026-11-15']);
    expect(parsePeriod('usage', { since: 'today', until: 'today' }, { now, calendar }).until?.day).toBe('2026-11-16');
  });

  it.each([
    ['2026-11-15', '2026-11-10'],
    ['7d', '14d'],
    ['today', 'yesterday'],
    ['1h', 'yesterday'],
  ])('does not end before it begins: %s to %s', (since, until) => {
    const wrong = () => parsePeriod('usage', { since, until }, { now, calendar });
    expect(wrong).toThrow(`--until ${until} is before --since ${since}; see 'threadline usage --help'`);
  });
});
