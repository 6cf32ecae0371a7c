import type { ApiSessions, SessionHead } from '../../src/doors/server/api-types.ts';
import { compareListed, createListFilter, type ListQuery } from '../../src/doors/server/list-filter.ts';
import { ApiFailure, api, type Query } from '../api/client.ts';
import { onList, onMissed } from '../api/live.ts';
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
  /** The unfolded lines, by key. */
  readonly unfolded: Store<ReadonlySet<string>>;
  more(): void;
  reload(): void;
  /** While it is held, rows change in place and never move. */
  hold(isHeld: boolean): void;
  close(): void;
}

const PAGE = 100;
const MAX_RELOAD = 200;
/** A session that grows changes the sums and its place: they are asked for this long after it did. */
const SUMS_MS = 5000;

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
  let sums: ReturnType<typeof setTimeout> | undefined;
  /** True if the sums became old while nothing may move. */
  let hasOldSums = false;

  async function load(cursor?: string, limit = PAGE): Promise<void> {
    controller.abort();
    const own = new AbortController();
    controller = own;
    state.update((old) => ({ ...old, loading: true }));
    try {
      const answer = await api.sessions({ ...query, cursor, limit }, own.signal);
      state.update((old) => ({
        items: cursor === undefined ? renewed(old, answer) : unique([...old.items, ...answer.items]),
        answer: mergedAnswer(old, answer, cursor !== undefined),
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
    hasOldSums = false;
    clearTimeout(sums);
    sums = undefined;
    void load(undefined, Math.min(MAX_RELOAD, Math.max(PAGE, state.get().items.length)));
  }

  /** Asks again, now or when the order may change. */
  function renew(): void {
    hasOldSums = true;
    if (!isHeld) reload();
  }

  const stop = onList(({ upserts, gone }) => {
    const changed = new Map(upserts.map((head) => [head.key, head]));
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
    else if (known.size > 0 && [...changed.keys(), ...missing].some((key) => known.has(key))) {
      sums ??= setTimeout(() => {
        sums = undefined;
        renew();
      }, SUMS_MS);
    }
  });
  const stopMissed = onMissed(renew);
  void load();

  return {
    state,
    unfolded: createStore<ReadonlySet<string>>(new Set()),
    more() {
      const { answer, loading } = state.get();
      if (!loading && answer?.next !== undefined) void load(answer.next);
    },
    reload,
    hold(held) {
      isHeld = held;
      if (!held && (hasLeft || hasOldSums || state.get().newer > 0)) reload();
    },
    close() {
      stop();
      stopMissed();
      clearTimeout(sums);
      controller.abort();
    },
  };
}

/** The sessions of the first pages anew. Those of later pages stay, so that the place in the list does, too. */
function renewed({ items }: ListState, answer: ApiSessions): SessionHead[] {
  return answer.next === undefined ? answer.items : unique([...answer.items, ...items.slice(answer.items.length)]);
}

function mergedAnswer({ answer: before, items }: ListState, answer: ApiSessions, isLater: boolean): ApiSessions {
  if (!before) return answer;
  if (isLater) return { ...answer, groups: before.groups ?? [] };
  const hasLater = answer.next !== undefined && items.length > answer.items.length;
  return hasLater && before.next !== undefined ? { ...answer, next: before.next } : answer;
}

/** The list that was last on the page. It stays open, so that going back finds it as it was. */
let kept: { question: string; list: ListStore } | undefined;

/** The list of a page: the one that was last shown if the question is the same. */
export function listOf(query: Query, wanted: ListQuery): ListStore {
  const question = JSON.stringify(query);
  if (kept?.question !== question) {
    kept?.list.close();
    kept = { question, list: openList(query, wanted) };
  }
  return kept.list;
}

function unique(items: SessionHead[]): SessionHead[] {
  return [...new Map(items.map((head) => [head.key, head])).values()];
}
