import { type Calendar, monthOf, weekOf } from './calendar.ts';
import { NO_MODEL } from './price-of.ts';
import type { UsageRow } from './usage-row.ts';

export const usageGroupings = ['day', 'week', 'month', 'session', 'project', 'model', 'agent', 'machine'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** Returns the function that gives the report line of a request. */
export function createUsageKey(by: UsageGrouping, calendar: Calendar): (row: UsageRow) => string {
  let lastDay = '';
  let lastPeriod = '';

  /** Most requests share the day of the previous one. */
  function periodOf(day: string): string {
    if (day !== lastDay) {
      lastDay = day;
      lastPeriod = by === 'week' ? weekOf(day) : monthOf(day);
    }
    return lastPeriod;
  }

  return (row) => {
    switch (by) {
      case 'day':
        return calendar.day(row.at);
      case 'week':
      case 'month':
        return periodOf(calendar.day(row.at));
      case 'session':
        return row.threadId;
      case 'project':
        return row.project ?? '';
      case 'model':
        return row.model ?? NO_MODEL;
      case 'agent':
        return row.agent;
      case 'machine':
        return row.machine ?? '';
    }
  };
}
