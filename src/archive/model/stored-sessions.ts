import type { SessionFilter, SessionRow } from './session-row.ts';
import type { ThreadStore } from './thread-store.ts';

/** A caller that finds its session early need not wait for all of them. */
const PAGE = 1000;

/** Yields the sessions of a store that match a filter, newest first, page by page. */
export async function* storedSessions(store: ThreadStore, filter: SessionFilter = {}): AsyncGenerator<SessionRow> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await store.listSessions(filter, { limit: PAGE, cursor });
    yield* rows;
    if (next === undefined) return;
    cursor = next;
  }
}
