import { isStubRow, type SessionKey } from '../../archive/model/session-row.ts';
import { storedSessions } from '../../archive/model/stored-sessions.ts';
import { isAtWork } from './listed-head.ts';
import type { SessionIndex } from './session-index.ts';
import type { SessionWatch } from './session-watch.ts';
import type { StoreFeed } from './store-feed.ts';

export interface StoreWatchOptions {
  index: SessionIndex;
  feed: StoreFeed;
  /** Called with the key of a session that is new or changed. */
  onChange(key: string): void;
  onFault(error: unknown): void;
}

/** The interval for checking sessions at work that have no file on this machine. */
const STATUS_MS = 15_000;

/** Keeps the index up to date with a store: first what it has, deleted sessions included, then what changes. */
export function createStoreWatch({ index, feed, onChange, onFault }: StoreWatchOptions): SessionWatch {
  const { store } = feed;
  let isClosed = false;

  async function fill(): Promise<void> {
    for await (const row of storedSessions(store, { subagents: true })) {
      if (isClosed) return;
      if (!isStubRow(row)) onChange(index.addRow(row).key);
    }
  }

  async function renew(session: SessionKey): Promise<void> {
    const row = await store.getSession(session);
    if (row && !isClosed && !isStubRow(row)) onChange(index.addRow(row).key);
  }

  async function renewAtWork(): Promise<void> {
    for (const { path, stored, head } of [...index.all()]) {
      if (path === undefined && stored && isAtWork(head.status)) await renew(stored.session);
    }
  }

  const leave = feed.subscribe(
    ({ session }) => void renew(session).catch(onFault),
    () => void fill().catch(onFault),
  );
  const timer = setInterval(() => void renewAtWork().catch(onFault), STATUS_MS);
  timer.unref();
  return {
    filled: fill().catch(onFault),
    close() {
      isClosed = true;
      leave();
      clearInterval(timer);
    },
  };
}
