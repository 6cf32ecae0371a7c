import { parseTime } from '../../core/thread/time.ts';
import type { UsageFilter } from '../../machine/usage/usage-filter.ts';
import type { StoreUsageFilter } from './thread-store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

/** What a report counts, of a store. */
export interface StoredReportFilter extends UsageFilter {
  /** Only what this machine sent. */
  machine?: string | undefined;
}

/** What to ask a store for, so that nothing of a report is missing. The report leaves out what is too much. */
export function storedWindow(filter: StoredReportFilter): StoreUsageFilter {
  const { agent, machine, since, until } = filter;
  const folders = filter.project === undefined ? [] : [filter.project].flat();
  return {
    agent,
    machine,
    // One folder can be asked for.
    project: folders.length === 1 ? folders[0] : undefined,
    since: since ? (parseTime(since) ?? 0) - MOST_OFFSET_MS : undefined,
    until: until ? (parseTime(until) ?? 0) + DAY_MS + MOST_OFFSET_MS : undefined,
  };
}
