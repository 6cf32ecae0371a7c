import { describe, expect, it } from 'vitest';
import { createCalendar, monthOf, weekOf } from './calendar.ts';

const at = (time: string) => Date.parse(time);

describe('days of a zone', () => {
  it('are 23 and 25 hours long where summer time begins and ends in Berlin', () => {
    const { day } = createCalendar('Europe/Berlin');
    expect(day(at('2026-03-28T22:59:59.999Z'))).toBe('2026-03-28');
    expect(day(at('2026-03-28T23:00:00.000Z'))).toBe('2026-03-29');
    expect(day(at('2026-03-29T21:59:59.999Z'))).toBe('2026-03-29');
    expect(day(at('2026-03-29T22:00:00.000Z'))).toBe('2026-03-30');
    expect(day(at('2026-10-24T22:00:00.000Z'))).toBe('2026-10-25');
    expect(day(at('2026-10-25T22:59:59.999Z'))).toBe('2026-10-25');
    expect(day(at('2026-10-25T23:00:00.000Z'))).toBe('2026-10-26');
  });

  it('begin at half an hour in Lord Howe, whose summer time moves by half an hour', () => {
    const { day } = createCalendar('Australia/Lord_Howe');
    expect(day(at('2026-04-04T12:59:59.999Z'))).toBe('2026-04-04');
    expect(day(at('2026-04-04T13:00:00.000Z'))).toBe('2026-04-05');
    expect(day(at('2026-04-05T13:29:59.999Z'))).toBe('2026-04-05');
    expect(day(at('2026-04-05T13:30:00.000Z'))).toBe('2026-04-06');
    expect(day(at('2026-10-04T12:59:59.999Z'))).toBe('2026-10-04');
    expect(day(at('2026-10-04T13:00:00.000Z'))).toBe('2026-10-05');
  });

  it('are those of the machine where no zone is named', () => {
    const noon = new Date(2026, 6, 1, 12);
    expect(createCalendar().day(noon.getTime())).toBe('2026-07-01');
    expect(createCalendar().zone).not.toBe('');
  });

  it('are unknown for a time that is none', () => {
    for (const odd of [0, -1, Number.NaN, 1e300, Number.POSITIVE_INFINITY]) {
      expect(createCalendar('UTC').day(odd)).toBe('unknown');
    }
  });

  it('need a zone that exists', () => {
    expect(() => createCalendar('Europe/Atlantis')).toThrow(TypeError);
  });
});

describe('weeks and months', () => {
  it('follow ISO 8601: a week belongs to the year of its Thursday', () => {
    expect(weekOf('2026-11-15')).toBe('2026-W46');
    expect(weekOf('2026-11-16')).toBe('2026-W47');
    expect(weekOf('2027-01-03')).toBe('2026-W53');
    expect(weekOf('2024-12-30')).toBe('2025-W01');
    expect(monthOf('2026-11-15')).toBe('2026-11');
  });

  it('leave an unknown day unknown', () => {
    expect([weekOf('unknown'), monthOf('unknown')]).toEqual(['unknown', 'unknown']);
  });

  it.each([
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Europe/Dublin',
  ])('has the days of %s that the clocks there show, also where they are changed', (zone) => {
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    const { day } = createCalendar(zone);
    for (let at = Date.UTC(2011, 11, 20); at < Date.UTC(2012, 0, 5); at += 900_000)
      expect(day(at)).toBe(clock.format(at));
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3 * 900_000)
      expect(day(at)).toBe(clock.format(at));
  });
});
