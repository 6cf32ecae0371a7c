import { amount } from '../../../core/text/amount.ts';
import type { Calendar } from '../../../machine/usage/calendar.ts';
import { priceOf } from '../../../machine/usage/price-of.ts';
import type { PriceTable } from '../../../machine/usage/price-table.ts';
import { usageName } from '../../../machine/usage/session-sums.ts';
import { createUsageFilter, type UsageFilter } from '../../../machine/usage/usage-filter.ts';
import type { UsageRow } from '../../../machine/usage/usage-row.ts';
import { createUsageTotal } from '../../../machine/usage/usage-total.ts';
import { dollars } from './amounts.ts';

/** Adds up what a report counts of files that agents deleted. */
export interface DeletedSum {
  /** Returns a receiver of requests that passes each on. `paths`: files that are gone. */
  counted(paths: ReadonlySet<string>, onRow: (row: UsageRow) => void): (row: UsageRow) => void;
  /** How many sessions and dollars come from deleted files; undefined if none do. */
  note(): string | undefined;
}

export interface DeletedSumOptions extends UsageFilter {
  calendar: Calendar;
  prices: PriceTable;
}

export function createDeletedSum({ calendar, prices, ...filter }: DeletedSumOptions): DeletedSum {
  const isWanted = createUsageFilter(filter, calendar);
  const sum = createUsageTotal();
  const sessions = new Set<string>();
  return {
    counted: (paths, onRow) => (row) => {
      onRow(row);
      if (!paths.has(row.source) || !isWanted(row)) return;
      sessions.add(usageName(row));
      sum.add(row, priceOf(row, prices));
    },
    note() {
      if (sessions.size === 0) return undefined;
      const { costUsd } = sum.total();
      const cost = costUsd === null ? '' : ` (${dollars(costUsd)})`;
      const verb = sessions.size === 1 ? 'comes' : 'come';
      return `${amount(sessions.size, 'session')}${cost} ${verb} from files that agents deleted; --live-only leaves them out`;
    },
  };
}
