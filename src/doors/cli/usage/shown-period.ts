import { parseTime } from '../../../core/thread/time.ts';
import type { Calendar } from '../../../machine/usage/calendar.ts';
import type { UsageOptions } from './usage-options.ts';

const DAY_MS = 24 * 60 * 60_000;
const USUAL_DAYS = 30;
/** Half a month or half a week beside whole ones would mislead. */
const USUAL_MONTHS = 12;
const USUAL_WEEKS = 12;

/** The days of a report. */
export interface UsagePeriod {
  since: string | undefined;
  until: string | undefined;
  /** Its name, if nobody chose it. */
  name?: string | undefined;
}

/** What was asked for. On a screen that is the last 30 days, unless days were named; programs get all days. */
export function shownPeriod({ since, until, form, by, calendar }: UsageOptions): UsagePeriod {
  if (form !== 'table' || since !== undefined || until !== undefined) return { since, until };
  if (by.includes('month'))
    return { since: monthsBefore(calendar, USUAL_MONTHS - 1), until, name: `the last ${USUAL_MONTHS} months` };
  if (by.includes('week'))
    return { since: weeksBefore(calendar, USUAL_WEEKS - 1), until, name: `the last ${USUAL_WEEKS} weeks` };
  return { since: dayBefore(calendar, USUAL_DAYS - 1), until, name: `the last ${USUAL_DAYS} days` };
}

/** Days are counted on the calendar, because a day may have 23 hours. */
function dayBefore(calendar: Calendar, days: number): string {
  return dayOf(today(calendar) - days * DAY_MS);
}

/** A Monday. */
function weeksBefore(calendar: Calendar, weeks: number): string {
  const weekday = (new Date(today(calendar)).getUTCDay() + 6) % 7;
  return dayOf(today(calendar) - (weekday + 7 * weeks) * DAY_MS);
}

function monthsBefore(calendar: Calendar, months: number): string {
  const date = new Date(today(calendar));
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
}

function today(calendar: Calendar): number {
  return parseTime(calendar.day(Date.now())) ?? 0;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
