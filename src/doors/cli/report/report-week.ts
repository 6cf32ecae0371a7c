import { parseTime } from '../../../core/thread/time.ts';
import type { Calendar } from '../../../machine/usage/calendar.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** From this day last week until today: on a Monday morning the whole week before. Days are those of the calendar. */
export function weekBefore(calendar: Calendar, now = Date.now()): { since: string; until: string } {
  const until = calendar.day(now);
  const since = new Date((parseTime(until) ?? 0) - WEEK_MS).toISOString().slice(0, 10);
  return { since, until };
}
