import { type Calendar, createCalendar } from '../../machine/usage/calendar.ts';
import { usageError } from './exit.ts';

// The only parser of --since, --until and --before: a word means the same in every command.

/** The values of these options in a help text, as a person would try them. */
const WHEN_HELP = "2026-11-15, '2026-11-15 14:30', 36h, 90d, 1w, today, yesterday, monday, last week";

/** One end of a period. */
export interface Moment {
  /** Milliseconds since 1970. The end of a day is its last millisecond. */
  at: number;
  /** The day `YYYY-MM-DD`, if the text names whole days. */
  day?: string | undefined;
}

/** A period of time. Absent ends are open. Both ends are included. */
export interface Period {
  since?: Moment | undefined;
  until?: Moment | undefined;
}

export interface Clock {
  now?: number;
  /** Whose days and times. Default: this machine's. */
  calendar?: Calendar;
}

/** Parses `--since` and `--until`. An end before the beginning is a usage error. */
export function parsePeriod(
  command: string,
  values: { since?: string | undefined; until?: string | undefined },
  clock: Clock = {},
): Period {
  const since = parseWhen(command, '--since', values.since, clock)?.begin;
  const until = parseWhen(command, '--until', values.until, clock)?.end;
  if (since && until && until.at < since.at) {
    throw usageError(`--until ${values.until} is before --since ${values.since}`, command);
  }
  return { since, until };
}

/** Parses one of these options: the beginning and the end of what it names. */
export function parseWhen(
  command: string,
  option: string,
  text: string | undefined,
  { now = Date.now(), calendar = createCalendar() }: Clock = {},
): { begin: Moment; end: Moment } | undefined {
  if (text === undefined) return undefined;
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const days = namedDays(words, calendar.day(now));
  if (days) {
    const [first, last] = days;
    const begin = { at: timeOf(`${first}T00:00:00.000Z`, calendar), day: first };
    return { begin, end: { at: timeOf(`${dayAfter(last, 1)}T00:00:00.000Z`, calendar) - 1, day: last } };
  }
  const at = hoursAgo(words, now) ?? namedTime(words, calendar);
  if (at === undefined) throw usageError(`${option} takes a time such as ${WHEN_HELP}, not '${text}'`, command);
  return { begin: { at }, end: { at } };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** `36h`, `90d`, `1w`: so many hours, times of 24 hours, or weeks ago. */
function hoursAgo(words: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([hdw])$/.exec(words) ?? [];
  const at = count === undefined ? Number.NaN : now - Number(count) * (UNITS[unit] ?? 0);
  return Number.isNaN(at) ? undefined : Math.max(0, at);
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The first and the last day that the words name. A weekday is the latest one, today included. */
function namedDays(words: string, today: string): [string, string] | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(words) ?? [];
  if (year !== undefined) return sameDay(dayAfter(`${year}-${month}-${day}`, 0), `${year}-${month}-${day}`);
  if (words === 'today') return [today, today];
  if (words === 'yesterday') return sameDay(dayAfter(today, -1));
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  if (words === 'this week') return [dayAfter(today, -weekday), today];
  if (words === 'last week') return [dayAfter(today, -weekday - 7), dayAfter(today, -weekday - 1)];
  const wanted = WEEKDAYS.findIndex((name) => name === words || name.slice(0, 3) === words);
  return wanted === -1 ? undefined : sameDay(dayAfter(today, -((weekday - wanted + 7) % 7)));
}

/** Undefined for a day that no calendar has: February 30 would become a day of March. */
function sameDay(day: string, expected = day): [string, string] | undefined {
  return day === '' || day !== expected ? undefined : [day, day];
}

/** The day so many days later; empty if there is none. */
function dayAfter(day: string, days: number): string {
  const time = Date.parse(day) + days * DAY_MS;
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

const TIME = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(z|[+-]\d{2}:?\d{2})?$/;

/** `2026-11-15 14:30`, with seconds and a zone if they are given. */
function namedTime(words: string, calendar: Calendar): number | undefined {
  const [, day = '', time, zone] = TIME.exec(words) ?? [];
  if (time === undefined || !namedDays(day, day)) return undefined;
  const written = Date.parse(`${day}T${time}${zone?.toUpperCase() ?? 'Z'}`);
  if (Number.isNaN(written)) return undefined;
  return zone === undefined ? timeOf(new Date(written).toISOString(), calendar) : written;
}

/** The instant at which clocks of the calendar show this time. `shown` is that time as if it were UTC. */
function timeOf(shown: string, calendar: Calendar): number {
  const wanted = Date.parse(shown);
  const offset = (at: number) =>
    Date.parse(`${calendar.minute(at).replace(' ', 'T')}Z`) - Math.floor(at / 60_000) * 60_000;
  // The second look is for the hours in which clocks change. A time before 1970 has no place on this calendar.
  const guess = wanted - (offset(wanted) || 0);
  return wanted - (offset(guess) || 0);
}
