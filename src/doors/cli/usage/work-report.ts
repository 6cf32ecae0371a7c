import type { ThreadStore, WorkGroup } from '../../../archive/model/thread-store.ts';
import { workGroups } from '../../../archive/model/thread-store.ts';
import { reportWork } from '../../../archive/model/work-report.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { type Calendar, QUARTER_MS } from '../../../machine/usage/calendar.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import type { UsageGrouping } from '../../../machine/usage/usage-key.ts';
import { priceBands } from '../../../machine/usage/usage-quarter.ts';
import type { UsageReport } from '../../../machine/usage/usage-report.ts';
import { ExitError, exitCodes, usageError } from '../exit.ts';
import type { UsagePeriod } from './shown-period.ts';
import type { UsageOptions } from './usage-options.ts';

/** What only a store of many people knows. */
const ONLY_THERE: readonly UsageGrouping[] = ['person', 'team', 'repository'];
const DAY_MS = 24 * 60 * 60_000;
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

export function isWorkReport(by: readonly UsageGrouping[]): boolean {
  return by.some((grouping) => ONLY_THERE.includes(grouping));
}

/** A report that the server adds up: it holds more requests than anybody wants to fetch. */
export async function workReport(store: ThreadStore, options: UsageOptions, period: UsagePeriod): Promise<UsageReport> {
  const { calendar, zone, prices, agent, machine, project: folders } = options;
  const by = options.by.map(workGroup);
  if (!store.usageBy) throw new ExitError(exitCodes.environment, 'this archive does not know whose work it holds');
  if (folders !== undefined && folders.length > 1)
    throw usageError(`--by ${options.by.join(',')} takes one project`, 'usage');
  const known = priceBands(defaultPrices);
  if (priceBands(prices).some((size) => !known.includes(size)))
    throw usageError('--prices names sizes of requests that a server does not tell apart', 'usage');
  const usage = await store.usageBy({
    by,
    agent,
    machine,
    project: folders?.[0],
    since: period.since === undefined ? undefined : startOf(period.since, calendar),
    until: period.until === undefined ? undefined : endOf(period.until, calendar),
  });
  return reportWork(usage, { by, zone, prices });
}

function workGroup(grouping: UsageGrouping): WorkGroup {
  const group = workGroups.find((known) => known === grouping);
  if (!group) throw usageError(`--by ${grouping} does not go with person, team or repository`, 'usage');
  return group;
}

/** The quarter of an hour with which a day or a time begins. */
function startOf(bound: string, calendar: Calendar): number {
  const time = parseTime(bound) ?? 0;
  if (bound.includes('T')) return Math.floor(time / QUARTER_MS) * QUARTER_MS;
  let at = time - MOST_OFFSET_MS;
  while (calendar.day(at) < bound && at < time + MOST_OFFSET_MS) at += QUARTER_MS;
  return at;
}

/** The one after its last. */
function endOf(bound: string, calendar: Calendar): number {
  if (bound.includes('T')) return startOf(bound, calendar) + QUARTER_MS;
  return startOf(new Date((parseTime(bound) ?? 0) + DAY_MS).toISOString().slice(0, 10), calendar);
}
