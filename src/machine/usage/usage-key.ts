import { type Calendar, monthOf, weekOf } from './calendar.ts';
import { NO_MODEL } from './price-of.ts';
import type { UsageRow } from './usage-row.ts';

/** The groupings that a request alone decides. */
export const requestGroupings = [
  'day',
  'week',
  'month',
  'session',
  'project',
  'model',
  'agent',
  'machine',
  'person',
  'team',
  'repository',
] as const;
export type RequestGrouping = (typeof requestGroupings)[number];

/**
 * All that a report can have a row for. `tool` is the tool that a request called: the option `toolOf` gives it. `block` is
 * a window of five hours, as agents limit them: it begins with the first request after the one before.
 */
export const usageGroupings = [...requestGroupings, 'tool', 'block'] as const;
/** What a report has a row for. */
export type UsageGrouping = (typeof usageGroupings)[number];

/** True for days, weeks, months and blocks, which a report has in their order. */
export function isTimeGrouping(by: UsageGrouping): boolean {
  return by === 'day' || by === 'week' || by === 'month' || by === 'block';
}

/** Returns the function that gives the report line of a request. */
export function createUsageKey(by: RequestGrouping, calendar: Calendar): (row: UsageRow) => string {
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
      case 'person':
        return row.person ?? '';
      case 'team':
        return row.team ?? '';
      case 'repository':
        return row.repository ?? '';
    }
  };
}
