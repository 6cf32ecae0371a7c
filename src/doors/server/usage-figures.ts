import { storedRows } from '../../archive/model/stored-usage.ts';
import type { ThreadStore, WorkFilter } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { findHomes, type HomeOptions } from '../../machine/sessions/homes.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { type HomeUsageOptions, readFactsOf, readHomeRows, type UsageMemory } from '../../machine/usage/home-usage.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { createSessionSums, type SessionUsages } from '../../machine/usage/session-sums.ts';
import { createUsageQuarters, priceBands, type UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';

/** What the sessions used: from the sums that a store keeps, or, while it has none, from all requests. */
export interface UsageFigures {
  /** Sums of all requests. */
  quarters(work?: UsageWork): Promise<readonly UsageQuarter[]>;
  /** All requests, about 200 bytes each. */
  rows(work?: UsageWork): Promise<readonly UsageRow[]>;
  /** Usage and cost of each session. */
  sessions(): Promise<SessionUsages>;
}

/** Whose usage. Only a server tells it: of this machine all is one's own. */
export type UsageWork = WorkFilter & { machine?: string | undefined };

export interface UsageFiguresOptions {
  homes: HomeOptions;
  /** How the requests of this machine are read; absent if the sessions are not of this machine. */
  local: (HomeUsageOptions & { memory: UsageMemory }) | undefined;
  store(): ThreadStore | undefined;
  /** The files of this machine whose last lines the store may not have; undefined while it may lack any. */
  changed(): ReadonlyMap<string, SessionFile> | undefined;
  /** Resolves when the store may know what was written before; at once if nothing is indexed. */
  caughtUp(): Promise<void>;
  now?: (() => number) | undefined;
}

/** The time for which what was read of all files is used again: a page asks for several groupings at once. */
const FRESH_MS = 10_000;

export function createUsageFigures(options: UsageFiguresOptions): UsageFigures {
  const { homes, local, store, changed, caughtUp, now = Date.now } = options;
  let known: { at: number; rows: Promise<readonly UsageRow[]> } | undefined;
  let summed: { rows: readonly UsageRow[]; quarters: readonly UsageQuarter[] } | undefined;

  async function read(): Promise<readonly UsageRow[]> {
    const rows: UsageRow[] = [];
    const kept = store();
    if (local) await readHomeRows(homes, (row) => rows.push(row), local);
    else if (kept) for await (const row of storedRows(kept)) rows.push(row);
    return rows;
  }

  function rows(): Promise<readonly UsageRow[]> {
    if (known && now() - known.at < FRESH_MS) return known.rows;
    const reading = { at: now(), rows: read() };
    known = reading;
    // A fault is told to those who wait, and to nobody later.
    reading.rows.catch(() => {
      if (known === reading) known = undefined;
    });
    return known.rows;
  }

  async function kept(): Promise<readonly UsageQuarter[] | undefined> {
    if (!local) return store()?.usageSums?.();
    const files = changed();
    return (
      files &&
      store()?.usageSums?.({
        homes: findHomes(homes).map(({ agent, home }) => ({ agent: agent.name, path: home.path })),
        changed: new Set(files.keys()),
        factsOf: (paths) => readFactsOf(paths, homes, local.memory, files),
      })
    );
  }

  /** Asked anew: others than the last one asked for would be kept with it. */
  async function rowsOf(work: UsageWork): Promise<readonly UsageRow[]> {
    const of = store();
    if (local || !of) throw new ThreadlineError('unsupported', 'only a server tells whose work it is');
    const found: UsageRow[] = [];
    for await (const row of storedRows(of, work)) found.push(row);
    return found;
  }

  async function quartersOf(work: UsageWork): Promise<readonly UsageQuarter[]> {
    const found = local ? undefined : await store()?.usageSums?.(work);
    return found ?? sumUp(await rowsOf(work));
  }

  async function quarters(): Promise<readonly UsageQuarter[]> {
    const found = await kept();
    if (found) {
      // What was read of all files is no longer needed.
      known = undefined;
      summed = undefined;
      return found;
    }
    const all = await rows();
    if (summed?.rows === all) return summed.quarters;
    summed = { rows: all, quarters: sumUp(all) };
    return summed.quarters;
  }

  return {
    quarters: (work) => (work ? quartersOf(work) : quarters()),
    rows: (work) => (work ? rowsOf(work) : rows()),
    async sessions() {
      await caughtUp();
      const sums = createSessionSums();
      const found = await kept();
      if (found) for (const quarter of found) sums.addQuarter(quarter);
      else await readHomeRows(homes, sums.add, local);
      return sums.totals();
    },
  };
}

export function sumUp(rows: Iterable<UsageRow>): UsageQuarter[] {
  const sums = createUsageQuarters(priceBands(defaultPrices));
  for (const row of rows) sums.add(row);
  return sums.quarters();
}
