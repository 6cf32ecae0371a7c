import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { readCursor } from '../paging.ts';
import type { StoreChange } from '../thread-store.ts';
import { CHANNEL } from './announce.ts';
import type { Queries, Row, ServerDatabase } from './connect.ts';
import { keyOf } from './read-sessions.ts';

/** How long nothing is heard before it is looked anyway, and how long a lost connection is waited for. */
const LOOK_MS = 2000;
const CHANGES_AT_ONCE = 500;

export interface ChangesOptions {
  database: ServerDatabase;
  tenant: number;
  read<Result>(run: (queries: Queries) => Promise<Result>): Promise<Result>;
}

/**
 * What changes, whoever writes it. A message only says that it is time to look: what is new is told by its number, so that
 * nothing is missed while the connection is lost.
 */
export async function* changes(
  { database, tenant, read }: ChangesOptions,
  since: string | 'now',
  signal: AbortSignal,
): AsyncGenerator<StoreChange> {
  let revision = since === 'now' ? await read(lastRevision) : (readCursor(since, 1)[0] ?? 0);
  const bell = createBell();
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const listening = listen(database, tenant, bell.ring, ended);
  ended.addEventListener('abort', bell.ring, { once: true });
  try {
    while (!signal.aborted) {
      const rows = await read((queries) => changedSince(queries, revision)).catch(unlessAway);
      for (const row of rows) {
        if (signal.aborted) return;
        revision = Number(row.revision);
        yield { kind: 'changed', session: keyOf(row), cursor: String(revision) };
      }
      if (rows.length < CHANGES_AT_ONCE) await bell.rung(LOOK_MS);
    }
  } finally {
    stop.abort();
    await listening;
  }
}

async function listen(database: ServerDatabase, tenant: number, ring: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const heard = (payload: string) => {
      if (payload === '' || payload === String(tenant)) ring();
    };
    // While it cannot be heard, looking now and then is enough; that says what is wrong with the server.
    await database.listen(CHANNEL, heard, signal).catch(() => {});
    if (!signal.aborted) await wait(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

function changedSince(queries: Queries, revision: number): Promise<Row[]> {
  return queries.all(
    `select agent, home, thread_id, revision from session where revision > $1 order by revision limit ${CHANGES_AT_ONCE}`,
    [revision],
  );
}

/** A server that is away comes back, and what changed is told then. */
function unlessAway(error: unknown): Row[] {
  if (error instanceof ThreadlineError && ['unreachable', 'busy', 'timeout'].includes(error.code)) return [];
  throw error;
}

async function lastRevision(queries: Queries): Promise<number> {
  return Number((await queries.get('select coalesce(max(revision), 0) as last from session'))?.last);
}

/** Rung once or more before somebody waits, it is rung. */
function createBell() {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async rung(mostMs: number): Promise<void> {
      if (!isRung) {
        const stop = new AbortController();
        const heard = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([heard, wait(mostMs, undefined, { signal: stop.signal }).catch(() => {})]);
        stop.abort();
      }
      isRung = false;
    },
  };
}
