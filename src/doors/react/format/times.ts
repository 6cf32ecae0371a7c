/** Times in the reader's zone. */

const weekdayOf = lazyFormat('en-GB', { weekday: 'short' });
const dateOf = lazyFormat('en', { month: 'short', day: 'numeric' });
const dateAndYearOf = lazyFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });

const DAY_MS = 86_400_000;

/** A complete time: its day, its second and its zone. */
export const formatWhole = lazyFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** Makes a format on first use: the first one of a page loads the browser's tables. */
function lazyFormat(locale: string, options: Intl.DateTimeFormatOptions): (time: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(time);
  };
}

export function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `12:02:07`. Every row has one, so it is formatted by hand. */
export function formatClock(time: number): string {
  return `${formatMinute(time)}:${twoDigits(new Date(time).getSeconds())}`;
}

/** The same in UTC, for a server that does not know the reader's zone. */
export function formatUtcClock(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(11, 19);
}

function formatMinute(time: number): string {
  const date = new Date(time);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** `now`, `12:02`, `Sat 18:20`, `Oct 17`, `Oct 17, 2025`: as short as is clear. */
export function formatWhen(time: number, now: number, isLive = false): string {
  if (isLive && now - time < 60_000) return 'now';
  const days = daysBetween(time, now);
  if (days <= 0) return formatMinute(time);
  if (days < 7) return `${weekdayOf(time)} ${formatMinute(time)}`;
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? dateOf(time) : dateAndYearOf(time);
}

/** `2026-11-15` in the reader's zone: the key of the server's groups. */
export function dayKey(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

export function formatDay(key: string, now: number): string {
  if (key === dayKey(now)) return 'Today';
  const midnight = dayStart(key);
  if (daysBetween(midnight, now) === 1) return 'Yesterday';
  const days = daysBetween(midnight, now);
  const date = new Date(midnight).getFullYear() === new Date(now).getFullYear() ? dateOf : dateAndYearOf;
  return days < 7 ? `${weekdayOf(midnight)} ${date(midnight)}` : date(midnight);
}

export function shortDate(key: string): string {
  return dateOf(dayStart(key));
}

/** The first moment of a day, from its key. */
function dayStart(key: string): number {
  const [year = 1970, month = 1, day = 1] = key.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}

function daysBetween(time: number, now: number): number {
  // Noon to noon: a day with a clock change still counts as one.
  const noon = (value: number) => dayStart(dayKey(value)) + DAY_MS / 2;
  return Math.round((noon(now) - noon(time)) / DAY_MS);
}
