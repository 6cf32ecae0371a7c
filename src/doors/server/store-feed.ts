import type { StoreChange, ThreadStore } from '../../archive/model/thread-store.ts';

/** What changes in a store, asked once for all who want to know. */
export interface StoreFeed {
  readonly store: ThreadStore;
  /** Gives what ends it. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  close(): void;
}

export function createStoreFeed(store: ThreadStore, onFault: (error: unknown) => void): StoreFeed {
  const closed = new AbortController();
  const listeners = new Set<(change: StoreChange) => void>();

  async function listen(): Promise<void> {
    for await (const change of store.changes('now', closed.signal)) {
      for (const listener of [...listeners]) listener(change);
    }
  }

  listen().catch((error: unknown) => {
    if (!closed.signal.aborted) onFault(error);
  });
  return {
    store,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => closed.abort(),
  };
}
