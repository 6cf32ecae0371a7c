import { NO_MODEL } from '../../machine/usage/price-of.ts';
import {
  createSummedReport,
  type UsageReport,
  type UsageReportOptions,
  type UsageReportRow,
} from '../../machine/usage/usage-report.ts';
import type { WorkGroup, WorkUsage } from './thread-store.ts';

/** Prices what a store added up by whose work it is, and says of each row how many sessions are in it. */
export function reportWork(
  { sums, sessions, total }: WorkUsage,
  { by, ...options }: Omit<UsageReportOptions, 'by'> & { by: readonly WorkGroup[] },
): UsageReport {
  const builder = createSummedReport({ ...options, by });
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

/** Reports name requests without a model. */
const shownKey = (by: readonly WorkGroup[]) => (key: string, index: number) =>
  by[index] === 'model' && key === '' ? NO_MODEL : key;
