import { isStubRow, type SessionKey, type SessionRow } from '../../archive/model/session-row.ts';
import { createSight } from '../../archive/model/sight.ts';
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
/** So long the list may show what is hidden. */
const LOOK_MS = 1000;

/** Also tells whether the store shows what the index has. */
export interface StoreWatch extends SessionWatch {
  /** Resolves when the index has what the reader might see a second ago, and nothing else. At once where that cannot become less. */
  agreed(): Promise<void>;
}

/** Keeps the index up to date with a store: first what it has, deleted sessions included, then what changes. */
export function createStoreWatch({ index, feed, onChange, onFault }: StoreWatchOptions): StoreWatch {
  const { store } = feed;
  const sight = createSight();
  let isClosed = false;
  let agreeing = Promise.resolve();
  let nextLook = 0;

  function take(row: SessionRow): void {
    if (isClosed) return;
    sight.add(row.key);
    if (!isStubRow(row)) onChange(index.addRow(row).key);
  }

  function drop(session: SessionKey): void {
    sight.remove(session);
    const key = index.dropRow(session);
    if (key !== undefined) onChange(key);
  }

  /** What was known before and is told no more may be seen no more. What comes meanwhile is not for this reading to judge. */
  async function fill(): Promise<void> {
    const before = sight.all();
    const told = createSight();
    for await (const row of storedSessions(store, { subagents: true })) {
      if (isClosed) return;
      told.add(row.key);
      take(row);
    }
    for (const session of before) if (!told.has(session)) drop(session);
  }

  async function renew(session: SessionKey): Promise<void> {
    const row = await store.getSession(session);
    if (row) take(row);
  }

  async function renewAtWork(): Promise<void> {
    await agreed();
    for (const { path, stored, head } of [...index.all()]) {
      if (path === undefined && stored && isAtWork(head.status)) await renew(stored.session);
    }
  }

  async function agree(): Promise<void> {
    await filled;
    if ((await store.sight?.()) !== sight.mark()) await fill();
  }

  /** The answer holds for a moment: the store looks at every session for it, and a page asks several things at once. */
  function agreed(): Promise<void> {
    if (!store.sight || performance.now() < nextLook) return agreeing;
    nextLook = performance.now() + LOOK_MS;
    agreeing = agreeing.catch(() => {}).then(agree);
    agreeing.catch(() => {
      nextLook = 0;
    });
    return agreeing;
  }

  const leave = feed.subscribe(
    ({ session }) => void renew(session).catch(onFault),
    () => void fill().catch(onFault),
  );
  const timer = setInterval(() => void renewAtWork().catch(onFault), STATUS_MS);
  timer.unref();
  const filled = fill().catch(onFault);
  return {
    filled,
    agreed,
    close() {
      isClosed = true;
      leave();
      clearInterval(timer);
    },
  };
}
