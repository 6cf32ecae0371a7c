import type { ThreadStore } from '../../../archive/index.ts';
import { storedRows } from '../../../archive/model/stored-usage.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { priceBands } from '../../../machine/usage/usage-quarter.ts';
import type { Gathering } from '../usage/gather.ts';
import type { UsageOptions } from '../usage/usage-options.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

/** The requests in a store, for the same reports that count those in files. */
export function gatherRemote(store: ThreadStore, options: UsageOptions): Gathering {
  const { agent, project: folders, machine, prices } = options;
  // The report leaves out what is in none of the folders. One of them can be asked for.
  const project = folders?.length === 1 ? folders[0] : undefined;
  const since = options.since && (parseTime(options.since) ?? 0) - MOST_OFFSET_MS;
  const until = options.until && (parseTime(options.until) ?? 0) + DAY_MS + MOST_OFFSET_MS;
  let hasRows = false;
  // A server adds up by the sizes at which known prices change. Of few days it has fewer requests than sums of all.
  const known = priceBands(defaultPrices);
  const hasSums = !since && !until && priceBands(prices).every((size) => known.includes(size));
  return {
    async sums() {
      const all = hasSums ? await store.usageSums?.() : undefined;
      const own = machine === undefined ? all : all?.filter((sum) => sum.machine === machine);
      hasRows ||= (own?.length ?? 0) > 0;
      return own;
    },
    async read(onRow) {
      const filter = { agent, project, machine, since: since || undefined, until: until || undefined };
      for await (const row of storedRows(store, filter)) {
        hasRows = true;
        onRow(row);
      }
    },
    tellProblems() {},
    hasFiles: () => hasRows,
    hasNothing: () => false,
  };
}
