import { type Calendar, createCalendar } from '../../machine/usage/calendar.ts';
import { addTokens } from '../../machine/usage/token-counts.ts';
import { type StoreUsageQuery, type UsageSum, usageGroups } from '../model/thread-store.ts';

/** Adds up requests by the group of a query. */
export interface UsageSums {
  readonly calendar: Calendar;
  /** Adds to the sum of a key. */
  add(counts: UsageSum): void;
  /** Days in order; anything else by usage, highest first. */
  sorted(): UsageSum[];
}

/** Throws a TypeError for an unknown group or zone. */
export function createUsageSums({ by, zone }: StoreUsageQuery): UsageSums {
  if (!usageGroups.includes(by)) throw new TypeError(`by is one of ${usageGroups.join(', ')}`);
  const sums = new Map<string, UsageSum>();
  const byKey = (one: UsageSum, other: UsageSum) => (one.key < other.key ? -1 : 1);
  const bySize = (one: UsageSum, other: UsageSum) =>
    other.input + other.output - one.input - one.output || byKey(one, other);
  return {
    calendar: createCalendar(zone),
    add(counts) {
      const sum = sums.get(counts.key);
      if (!sum) return void sums.set(counts.key, { ...counts });
      sum.requests += counts.requests;
      addTokens(sum, counts);
    },
    sorted: () => [...sums.values()].sort(by === 'day' ? byKey : bySize),
  };
}
