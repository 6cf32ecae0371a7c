import type { SessionKey } from '../../archive/model/session-row.ts';
import { isAtWork } from './listed-head.ts';
import type { SessionIndex } from './session-index.ts';
import type { StoreFeed } from './store-feed.ts';

/** Keeps the index true to a store: what it has, sessions that agents deleted among it, then what changes. */
export interface StoreWatch {
  /** Resolves once all sessions that were there at the start are in the index. */
  readonly filled: Promise<void>;
  close(): void;
}

export interface StoreWatchOptions {
  index: SessionIndex;
  feed: StoreFeed;
  /** Told the key of a session that is new or changed. */
  onChange(key: string): void;
  onFault(error: unknown): void;
}

const PAGE = 500;
/** How often sessions at work that no file of this machine tells of are asked again. */
const STATUS_MS = 15_000;

export function createStoreWatch({ index, feed, onChange, onFault }: StoreWatchOptions): StoreWatch {
  const { store } = feed;
  let isClosed = false;

  async function fill(): Promise<void> {
    let cursor: string | undefined;
    do {
      const { rows, next } = await store.listSessions({ subagents: true }, { limit: PAGE, cursor });
      for (const row of rows) onChange(index.addRow(row).key);
      cursor = next;
    } while (cursor !== undefined && !isClosed);
  }

  async function renew(session: SessionKey): Promise<void> {
    const row = await store.getSession(session);
    if (row && !isClosed) onChange(index.addRow(row).key);
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
