import type { ThreadStore, WorkGroup } from '../../../archive/model/thread-store.ts';
import { workGroups } from '../../../archive/model/thread-store.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { type Calendar, QUARTER_MS } from '../../../machine/usage/calendar.ts';
import { NO_MODEL } from '../../../machine/usage/price-of.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import type { UsageGrouping } from '../../../machine/usage/usage-key.ts';
import { priceBands } from '../../../machine/usage/usage-quarter.ts';
import { createSummedReport, type UsageReport, type UsageReportRow } from '../../../machine/usage/usage-report.ts';
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
  const { sums, sessions, total } = await store.usageBy({
    by,
    agent,
    machine,
    project: folders?.[0],
    since: period.since === undefined ? undefined : startOf(period.since, calendar),
    until: period.until === undefined ? undefined : endOf(period.until, calendar),
  });
  const builder = createSummedReport({ by, zone, prices });
  for (const sum of sums) builder.addQuarter(sum);
  const counts = new Map(sessions.map(({ keys, count }) => [JSON.stringify(keys.map(shownKey(by))), count]));
  const report = builder.report();
  const sessionsOf = (row: UsageReportRow) =>
    counts.get(JSON.stringify(by.length === 1 ? [row.key] : by.map((name) => row.keys?.[name] ?? ''))) ?? 0;
  return {
    ...report,
    rows: report.rows.map((row) => ({ ...row, sessions: sessionsOf(row) })),
    total: { ...report.total, sessions: total },
    allTime: { ...report.allTime, sessions: total },
  };
}

function workGroup(grouping: UsageGrouping): WorkGroup {
  const group = workGroups.find((known) => known === grouping);
  if (!group) throw usageError(`--by ${grouping} does not go with person, team or repository`, 'usage');
  return group;
}

/** Reports name requests without a model. */
const shownKey = (by: readonly WorkGroup[]) => (key: string, index: number) =>
  by[index] === 'model' && key === '' ? NO_MODEL : key;

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
