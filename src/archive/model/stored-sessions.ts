import type { SessionFilter, SessionRow } from './session-row.ts';
import type { ThreadStore } from './thread-store.ts';

/** Whoever finds what it looks for early has not waited for all of them. */
const PAGE = 1000;

/** The sessions of a store that fit a filter, the newest first, page after page. */
export async function* storedSessions(store: ThreadStore, filter: SessionFilter = {}): AsyncGenerator<SessionRow> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await store.listSessions(filter, { limit: PAGE, cursor });
    yield* rows;
    if (next === undefined) return;
    cursor = next;
  }
}
