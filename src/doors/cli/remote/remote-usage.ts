import type { ThreadStore } from '../../../archive/index.ts';
import { storedRows } from '../../../archive/model/stored-usage.ts';
import { parseTime } from '../../../core/thread/time.ts';
import type { Gathering } from '../usage/gather.ts';
import type { UsageOptions } from '../usage/usage-options.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

/** The requests in a store, for the same reports that count those in files. */
export function gatherRemote(store: ThreadStore, options: UsageOptions): Gathering {
  const { agent, project: folders, machine } = options;
  // The report leaves out what is in none of the folders. One of them can be asked for.
  const project = folders?.length === 1 ? folders[0] : undefined;
  const since = options.since && (parseTime(options.since) ?? 0) - MOST_OFFSET_MS;
  const until = options.until && (parseTime(options.until) ?? 0) + DAY_MS + MOST_OFFSET_MS;
  let hasRows = false;
  return {
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
