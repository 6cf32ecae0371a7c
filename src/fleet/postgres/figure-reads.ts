import type { ThreadStore } from '../../archive/model/thread-store.ts';
import type { Queries } from './connect.ts';
import { usageSums } from './read-usage.ts';
import { readUsageBy } from './read-usage-by.ts';
import { readUsageSums } from './read-usage-sums.ts';
import { wordsNear } from './words-near.ts';

/** What every store on PostgreSQL reads in the same way. `read` asks with the rights of the store's reader. */
export function figureReads(
  read: <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>,
  tenant: number,
): Pick<ThreadStore, 'nearWords' | 'usage' | 'usageSums' | 'usageBy' | 'capabilities'> {
  return {
    nearWords: (text) => read((queries) => wordsNear(queries, text)),
    usage: (query) => read((queries) => usageSums(queries, query)),
    usageSums: (options) => read((queries) => readUsageSums(queries, tenant, options)),
    usageBy: (query) => read((queries) => readUsageBy(queries, tenant, query)),
    capabilities: () => ({ exact: 'indexed', rank: true, machines: true }),
  };
}
