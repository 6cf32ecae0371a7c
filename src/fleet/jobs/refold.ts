import { FOLD_VERSION } from '../../archive/folding/fold-version.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { ServerDatabase } from '../postgres/connect.ts';
import { askForFold } from './jobs.ts';

/** Asks for some of the sources that an earlier version folded, the newest first. Returns their number. */
export async function askForStale(database: ServerDatabase): Promise<number> {
  const { maxFoldTries, refoldAtOnce } = fleetLimits;
  const rows = await database.transaction({ role: 'worker' }, (queries) =>
    queries.all('select tenant, id from stale_sources($1, $2, $3)', [FOLD_VERSION, maxFoldTries, refoldAtOnce]),
  );
  for (const [tenant, stale] of Map.groupBy(rows, (row) => Number(row.tenant))) {
    const sources = stale.map(({ id }) => String(id));
    await database.transaction({ role: 'worker', tenant }, (queries) => askForFold(queries, tenant, sources));
  }
  return rows.length;
}

export interface RefoldOptions {
  tenant: number;
  /** Restricts the fold to sources of this agent. */
  agent?: string | undefined;
}

/** Folds all sources of a tenant again, parked ones included, when workers have nothing else to do. */
export async function refold(database: ServerDatabase, { tenant, agent }: RefoldOptions): Promise<{ sources: number }> {
  const sql = `update source set fold = 0 where state = 'open' and head > 0 and ($1::text is null or agent = $1)`;
  const sources = await database.transaction({ role: 'worker', tenant }, (queries) => queries.run(sql, [agent]));
  return { sources };
}
