import type { ThreadStore } from '../../../archive/index.ts';
import { storedRows } from '../../../archive/model/stored-usage.ts';
import { storedWindow } from '../../../archive/model/stored-window.ts';
import { defaultPrices } from '../../../machine/usage/price-table.ts';
import { priceBands } from '../../../machine/usage/usage-quarter.ts';
import type { Gathering } from '../usage/gather.ts';
import type { UsageOptions } from '../usage/usage-options.ts';

/** The requests in a store, for the same reports that count those in files. */
export function gatherRemote(store: ThreadStore, options: UsageOptions): Gathering {
  const { machine, prices, since, until } = options;
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
      for await (const row of storedRows(store, storedWindow(options))) {
        hasRows = true;
        onRow(row);
      }
    },
    tellProblems() {},
    hasFiles: () => hasRows,
    hasNothing: () => false,
  };
}
