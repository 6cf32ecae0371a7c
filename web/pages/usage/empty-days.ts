import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';
import { dayKey } from '../../format/times.ts';

type UsageRow = ApiUsageReport['rows'][number];

const nothing = {
  input: 0,
  cached: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  total: 0,
  costUsd: null,
  sessions: 0,
  requests: 0,
};

/** Fills days without use, up to today and `days` days back, so that the time axis has no holes. */
export function withEmptyDays(rows: readonly UsageRow[], days: number, now = Date.now()): UsageRow[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  const today = new Date(now);
  return Array.from({ length: days + 1 }, (_, index) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - index));
    const key = dayKey(day.getTime());
    return known.get(key) ?? { ...nothing, key };
  });
}
