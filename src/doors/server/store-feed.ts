import { setTimeout as delay } from 'node:timers/promises';
import type { StoreChange, ThreadStore } from '../../archive/model/thread-store.ts';

/** The changes of a store, queried once for all subscribers. */
export interface StoreFeed {
  readonly store: ThreadStore;
  /** Calls `onGap` if changes may be missing because the store did not answer. Returns the unsubscribe function. */
  subscribe(listener: (change: StoreChange) => void, onGap: () => void): () => void;
  close(): void;
}

export interface StoreFeedOptions {
  store: ThreadStore;
  onFault(error: unknown): void;
  /** The wait after the first fault. It doubles with each further one, up to a minute. */
  retryMs?: number;
}

const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** A store may be away for a moment (a server that restarts, an archive that is rebuilt), so it is asked again. */
export function createStoreFeed({ store, onFault, retryMs = RETRY_MS }: StoreFeedOptions): StoreFeed {
  const closed = new AbortController();
  const { signal } = closed;
  const listeners = new Map<(change: StoreChange) => void, () => void>();

  async function listen(): Promise<void> {
    let since = 'now';
    for (let faults = 0; !signal.aborted; faults += 1) {
      try {
        const changes = store.changes(since, signal);
        if (faults > 0) for (const onGap of [...listeners.values()]) onGap();
        for await (const change of changes) {
          faults = 0;
          since = change.cursor;
          for (const listener of [...listeners.keys()]) listener(change);
        }
      } catch (error) {
        if (!signal.aborted) onFault(error);
      }
      await delay(Math.min(retryMs * 2 ** faults, LONGEST_RETRY_MS), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  void listen();
  return {
    store,
    subscribe(listener, onGap) {
      listeners.set(listener, onGap);
      return () => void listeners.delete(listener);
    },
    close: () => closed.abort(),
  };
}
