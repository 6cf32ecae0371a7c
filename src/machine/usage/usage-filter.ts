import { isBelow } from '../../core/tools/path-below.ts';
import { type Calendar, hasDay } from './calendar.ts';
import type { UsageRow } from './usage-row.ts';

export interface UsageFilter {
  /** The first and the last day, `YYYY-MM-DD`, both included. A request without a time matches no days. */
  since?: string | undefined;
  until?: string | undefined;
  agent?: string | undefined;
  /** A folder. Matches work in it or below it. */
  project?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function createUsageFilter(filter: UsageFilter, calendar: Calendar): (row: UsageRow) => boolean {
  const { since, until, agent, project } = filter;
  for (const [name, day] of Object.entries({ since, until })) {
    if (day !== undefined && !DAY.test(day)) throw new TypeError(`${name} is a day, YYYY-MM-DD`);
  }
  const isInProject = project === undefined ? () => true : isBelow(project);
  return (row) => {
    if (agent !== undefined && row.agent !== agent) return false;
    if (!isInProject(row.project)) return false;
    if (since === undefined && until === undefined) return true;
    if (!hasDay(row.at)) return false;
    const day = calendar.day(row.at);
    return (since === undefined || day >= since) && (until === undefined || day <= until);
  };
}
