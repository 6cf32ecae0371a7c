import { parseTime } from '../../core/thread/time.ts';
import { localZone } from './local-zone.ts';

/** Calendar days in a time zone. */
export interface Calendar {
  readonly zone: string;
  /** `2026-11-15` */
  day(at: number): string;
  /** `2026-11-15 07:08`; empty if unknown. */
  minute(at: number): string;
}

/** Zones differ by quarters of an hour, and change at quarters. */
export const QUARTER_MS = 15 * 60_000;
/** The day of requests without a time. */
const NO_DAY = 'unknown';

/** The calendar of a zone, `Europe/Berlin`; default: this machine's. An unknown zone is a TypeError. */
export function createCalendar(zone?: string): Calendar {
  const offsetAt = zone === undefined ? localOffset : zoneOffset(zone);
  let name = zone;
  const days = new Map<number, string>();
  return {
    get zone() {
      name ??= localZone();
      return name;
    },
    day(at) {
      if (!hasDay(at)) return NO_DAY;
      const quarter = Math.floor(at / QUARTER_MS);
      let day = days.get(quarter);
      if (day === undefined) {
        const start = quarter * QUARTER_MS;
        day = new Date(start + offsetAt(start)).toISOString().slice(0, 10);
        days.set(quarter, day);
      }
      return day;
    },
    minute(at) {
      if (!hasDay(at)) return '';
      const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
      return new Date(at + offsetAt(quarter)).toISOString().slice(0, 16).replace('T', ' ');
    },
  };
}

/** Later times are not times of requests, and not all of them can be written as a day. */
export const MOST_MS = Date.UTC(9999, 0, 1);

/** True if the time of a request is known. */
export function hasDay(at: number): boolean {
  return at > 0 && at <= MOST_MS;
}

function localOffset(at: number): number {
  return -new Date(at).getTimezoneOffset() * 60_000;
}

/** A zone's clock is read only where it may have changed: it costs more than all else of a report. */
function zoneOffset(zone: string): (at: number) => number {
  const format = zoneFormat(zone);
  /** By day of UTC, the offset at its beginning. */
  const known = new Map<number, number>();
  const beginningOf = (day: number) => {
    const offset = known.get(day) ?? readOffset(day * DAY_MS);
    known.set(day, offset);
    return offset;
  };
  return (at) => {
    const day = Math.floor(at / DAY_MS);
    const offset = beginningOf(day);
    // No zone changes its clock twice in a day.
    return offset === beginningOf(day + 1) ? offset : readOffset(at);
  };

  function readOffset(at: number): number {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at;
  }
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch (error) {
    if (error instanceof RangeError) throw new TypeError(`there is no time zone '${zone}'`);
    throw error;
  }
}

/** The week of a day by ISO 8601, `2026-W46`: weeks begin on Monday, and belong to the year of their Thursday. */
export function weekOf(day: string): string {
  const time = parseTime(day);
  if (time === undefined) return day;
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  const thursday = new Date(time + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

const DAY_MS = 24 * 60 * 60_000;

/** `2026-11` */
export function monthOf(day: string): string {
  return day === NO_DAY ? day : day.slice(0, 7);
}
