import type { ApiSessions, SessionHead } from '../../src/doors/server/api-types.ts';
import { compareListed, createListFilter, type ListQuery } from '../../src/doors/server/list-filter.ts';
import { ApiFailure, api, type Query } from '../api/client.ts';
import { onList } from '../api/live.ts';
import { hideSecrets } from '../text/secrets.ts';
import { createStore, type Store } from './store.ts';

export interface ListState {
  items: SessionHead[];
  /** The newest answer, for its sums and facets. */
  answer?: ApiSessions;
  error?: string;
  loading: boolean;
  /** The number of sessions that would move while the pointer holds the order. */
  newer: number;
}

export interface ListStore {
  readonly state: Store<ListState>;
  more(): void;
  reload(): void;
  /** While it is held, rows change in place and never move. */
  hold(isHeld: boolean): void;
  close(): void;
}

const PAGE = 100;
const MAX_RELOAD = 200;

/**
 * The list under one set of filters: `query` for the server, `wanted` to select news. Pages are added below, and news
 * from the stream is sorted in.
 */
export function openList(query: Query, wanted: ListQuery): ListStore {
  const state = createStore<ListState>({ items: [], loading: true, newer: 0 });
  const fits = createListFilter(wanted);
  const compare = compareListed(wanted.sort);
  let controller = new AbortController();
  let isHeld = false;
  /** True if shown sessions no longer match the filters. */
  let hasLeft = false;

  async function load(cursor?: string, limit = PAGE): Promise<void> {
    controller.abort();
    const own = new AbortController();
    controller = own;
    state.update((old) => ({ ...old, loading: true }));
    try {
      const answer = hideSecrets(await api.sessions({ ...query, cursor, limit }, own.signal));
      state.update((old) => ({
        items: cursor === undefined ? answer.items : unique([...old.items, ...answer.items]),
        answer: old.answer && cursor !== undefined ? { ...answer, groups: old.answer.groups ?? [] } : answer,
        loading: false,
        newer: cursor === undefined ? 0 : old.newer,
      }));
    } catch (error) {
      if (own.signal.aborted) return;
      const code = error instanceof ApiFailure ? error.code : 'internal';
      state.update((old) => ({ ...old, loading: false, error: code }));
    }
  }

  function reload(): void {
    hasLeft = false;
    void load(undefined, Math.min(MAX_RELOAD, Math.max(PAGE, state.get().items.length)));
  }

  const stop = onList(({ upserts, gone }) => {
    const changed = new Map(hideSecrets(upserts).map((head) => [head.key, head]));
    const missing = new Set(gone);
    const { items, answer } = state.get();
    const known = new Map(items.map((head) => [head.key, head]));
    const last = answer?.next === undefined ? undefined : items.findLast(({ parent }) => parent === undefined);
    const isNew = (head: SessionHead) => {
      if (known.has(head.key)) return false;
      if (head.parent !== undefined && known.has(head.parent)) return true;
      // A session on a page that was not fetched yet comes with that page.
      return fits(head) && (!last || compare(head, last) < 0);
    };
    const fresh = upserts.filter(isNew).length;
    hasLeft ||= upserts.some((head) => head.parent === undefined && known.has(head.key) && !fits(head));
    state.update((old) => ({
      ...old,
      items: old.items.map((head) => changed.get(head.key) ?? head).filter((head) => !missing.has(head.key)),
      newer: old.newer + fresh,
    }));
    if ((fresh > 0 || hasLeft) && !isHeld) reload();
  });
  void load();

  return {
    state,
    more() {
      const { answer, loading } = state.get();
      if (!loading && answer?.next !== undefined) void load(answer.next);
    },
    reload,
    hold(held) {
      isHeld = held;
      if (!held && (hasLeft || state.get().newer > 0)) reload();
    },
    close() {
      stop();
      controller.abort();
    },
  };
}

function unique(items: SessionHead[]): SessionHead[] {
  return [...new Map(items.map((head) => [head.key, head])).values()];
}
