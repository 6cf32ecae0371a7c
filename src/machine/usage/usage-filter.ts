import { parseTime } from '../../core/thread/time.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import { type Calendar, hasDay } from './calendar.ts';
import type { UsageRow } from './usage-row.ts';

/** Which requests to count. */
export interface UsageFilter {
  /** The first day, `YYYY-MM-DD`, or a time in ISO 8601; included. A request without a time matches neither. */
  since?: string | undefined;
  /** The last day or time, included. */
  until?: string | undefined;
  /** Only requests of this agent. */
  agent?: string | undefined;
  /** A folder, or several. Matches work in them or below them. */
  project?: string | readonly string[] | undefined;
}

/** What a filter asks of a request, or of anything else with an agent and a time. */
type FilteredRow = Pick<UsageRow, 'agent' | 'project' | 'at'>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

export function createUsageFilter(filter: UsageFilter, calendar: Calendar): (row: FilteredRow) => boolean {
  const { since, until, agent, project } = filter;
  for (const [name, day] of Object.entries({ since, until })) {
    if (day !== undefined && !DAY.test(day) && !TIME.test(day)) {
      throw new TypeError(`${name} is a day, YYYY-MM-DD, or a time, YYYY-MM-DDTHH:MM:SSZ`);
    }
  }
  const folders = project === undefined ? undefined : [project].flat().map(isBelow);
  const afterSince = since === undefined ? undefined : createComparison(since, calendar);
  const afterUntil = until === undefined ? undefined : createComparison(until, calendar);
  return (row) => {
    if (agent !== undefined && row.agent !== agent) return false;
    if (folders && !folders.some((isInFolder) => isInFolder(row.project))) return false;
    if (since === undefined && until === undefined) return true;
    if (!hasDay(row.at)) return false;
    return (afterSince?.(row.at) ?? 0) >= 0 && (afterUntil?.(row.at) ?? 0) <= 0;
  };
}

/** Below 0 before the day or time, 0 at it, above 0 after it. */
function createComparison(bound: string, calendar: Calendar): (at: number) => number {
  if (DAY.test(bound)) return (at) => compareTexts(calendar.day(at), bound);
  const time = parseTime(bound) ?? Number.NaN;
  return (at) => at - time;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
