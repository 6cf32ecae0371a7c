import { storedRows } from '../../archive/model/stored-usage.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { type HomeUsageOptions, readHomeRows } from '../../machine/usage/home-usage.ts';
import { readUsage } from '../../machine/usage/scan-usage.ts';
import { usageName } from '../../machine/usage/session-sums.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { SessionEntry } from './session-index.ts';

/** The requests of one session, each counted once in all homes. */
export type SessionRequests = (entry: SessionEntry) => Promise<readonly UsageRow[]>;

export interface SessionRequestsOptions {
  homes: HomeOptions;
  /** How all requests of this machine are read; absent if the sessions are not of this machine. */
  all: HomeUsageOptions | undefined;
  store(): ThreadStore | undefined;
  onFault(error: unknown): void;
}

/** The rate at which growing files are read again, in bytes a second each. */
const BYTES_A_SECOND = 1024 * 1024;
/** The number of sessions whose requests are kept, about 200 bytes each. */
const MAX_KEPT = 32;

export function createSessionRequests({ homes, all, store, onFault }: SessionRequestsOptions): SessionRequests {
  const kept = new Map<string, { state: string; until: number; rows: Promise<readonly UsageRow[]> }>();

  async function read({ path, stored, head }: SessionEntry): Promise<readonly UsageRow[]> {
    const rows: UsageRow[] = [];
    const name = usageName({ agent: head.agent, threadId: head.id });
    const take = (row: UsageRow) => void (usageName(row) === name && rows.push(row));
    const known = store();
    if (!all) {
      if (stored && known) for await (const row of storedRows(known, { session: stored.session })) rows.push(row);
      return rows;
    }
    let isShared = path === undefined;
    if (path !== undefined) await readUsage([path], take, { agents: homes.agents, onShared: () => (isShared = true) });
    if (!isShared) return rows;
    // Only all files together tell whose request a repeated one is, and what was deleted is known with them.
    rows.length = 0;
    await readHomeRows(homes, take, all);
    return rows;
  }

  return (entry) => {
    const state = `${entry.size}.${entry.writtenAt}.${entry.path}`;
    const known = kept.get(entry.key);
    if (known && (known.state === state || performance.now() < known.until)) return known.rows;
    // A session whose requests cannot be read is shown without them.
    const rows = read(entry).catch((error: unknown) => {
      onFault(error);
      return [];
    });
    kept.delete(entry.key);
    kept.set(entry.key, { state, until: performance.now() + (entry.size / BYTES_A_SECOND) * 1000, rows });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return rows;
  };
}
