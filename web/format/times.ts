/** Times in the reader's zone. */

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minuteFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const dateFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });
const yearFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric' });
const longFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

const DAY_MS = 86_400_000;

export const readersZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function formatClock(time: number): string {
  return clockFormat.format(time);
}

export function formatWhole(time: number): string {
  return longFormat.format(time);
}

/** `now`, `12:02`, `Sat 18:20`, `Oct 17`, `Oct 17, 2025`: as short as it is clear. */
export function formatWhen(time: number, now: number, isLive = false): string {
  if (isLive && now - time < 60_000) return 'now';
  const days = daysBetween(time, now);
  if (days <= 0) return minuteFormat.format(time);
  if (days < 7) return `${weekdayFormat.format(time)} ${minuteFormat.format(time)}`;
  return new Date(time).getFullYear() === new Date(now).getFullYear()
    ? dateFormat.format(time)
    : yearFormat.format(time);
}

/** `2026-11-15` in the reader's zone: the key of the server's groups. */
export function dayKey(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function formatDay(key: string, now: number): string {
  if (key === dayKey(now)) return 'Today';
  const midnight = dayStart(key);
  if (daysBetween(midnight, now) === 1) return 'Yesterday';
  const days = daysBetween(midnight, now);
  const date = new Date(midnight).getFullYear() === new Date(now).getFullYear() ? dateFormat : yearFormat;
  return days < 7 ? `${weekdayFormat.format(midnight)} ${date.format(midnight)}` : date.format(midnight);
}

export function shortDate(key: string): string {
  return dateFormat.format(dayStart(key));
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
