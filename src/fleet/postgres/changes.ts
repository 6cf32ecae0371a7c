import { readCursor } from '../../archive/model/paging.ts';
import { type StoredRow, storedKey } from '../../archive/model/stored-row.ts';
import type { StoreChange } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { CHANNEL } from './announce.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { createListener } from './listener.ts';

/** After this much silence the table is read anyway. */
const LOOK_MS = 2000;
/** The changes that are read at a time. */
const CHANGES_AT_ONCE = 500;

export interface ChangesOptions {
  database: ServerDatabase;
  tenant: number;
  read<Result>(run: (queries: Queries) => Promise<Result>): Promise<Result>;
}

/** Yields all changes. A message says when to look, and numbers say what is new: a lost connection misses nothing. */
export async function* changes(
  { database, tenant, read }: ChangesOptions,
  since: string | 'now',
  signal: AbortSignal,
): AsyncGenerator<StoreChange> {
  let revision = since === 'now' ? await read(lastRevision) : (readCursor(since, 1)[0] ?? 0);
  const stop = new AbortController();
  const listener = createListener(database, {
    channel: CHANNEL,
    signal: AbortSignal.any([signal, stop.signal]),
    isWanted: (payload) => payload === String(tenant),
  });
  try {
    while (!signal.aborted) {
      const rows = await read((queries) => changedSince(queries, revision)).catch(unlessAway);
      for (const row of rows) {
        if (signal.aborted) return;
        revision = Number(row.revision);
        yield { kind: 'changed', session: storedKey(row), cursor: String(revision) };
      }
      if (rows.length < CHANGES_AT_ONCE) await listener.heard(LOOK_MS);
    }
  } finally {
    stop.abort();
    await listener.done;
  }
}

/** The sessions that changed after a revision, in the order of their changes. */
export function changedSince(queries: Queries, revision: number): Promise<StoredRow[]> {
  return queries.all(
    `select agent, home, thread_id, revision from session where revision > $1 order by revision limit ${CHANGES_AT_ONCE}`,
    [revision],
  );
}

/** A server that is away returns, and the changes are reported then. */
function unlessAway(error: unknown): StoredRow[] {
  if (error instanceof ThreadlineError && ['unreachable', 'busy', 'timeout'].includes(error.code)) return [];
  throw error;
}

/** The revision of the last change that is visible. */
export async function lastRevision(queries: Queries): Promise<number> {
  return Number((await queries.get('select coalesce(max(revision), 0) as last from session'))?.last);
}
