import type { ThreadStore } from '../archive/thread-store.ts';
import { followSessions } from '../sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { eachSession } from '../sessions/list-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import { readStatus } from '../sessions/read-status.ts';
import type { SessionIndex } from './session-index.ts';

/** Keeps the index true: what is there at the start, then what is written. */
export interface SessionWatch {
  /** Resolves once all sessions that were there at the start are in the index. */
  readonly filled: Promise<void>;
  /** What the archive knows joins in, sessions that agents deleted among it. */
  setStore(store: ThreadStore): void;
  close(): void;
}

export interface SessionWatchOptions {
  index: SessionIndex;
  homes: HomeOptions;
  /** Told the key of a session that is new or changed. */
  onChange(key: string): void;
  /** Nothing is at work in them: samples. */
  isAtRest?: boolean | undefined;
  /** Told that some session was written to. */
  onWritten(): void;
  onFault(error: unknown): void;
}

/** Sessions that were written to this lately are asked what they do. */
const RECENT_MS = 60 * 60 * 1000;
/** How often those that work are asked again: that nothing is written any more changes what they do, too. */
const STATUS_MS = 5000;

export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { index, homes, onChange, onWritten, isAtRest = false, onFault } = options;
  const closed = new AbortController();
  const { signal } = closed;
  /** By key, sessions that may do something, with their files. */
  const active = new Map<string, string>();

  async function fill(): Promise<void> {
    for await (const info of eachSession(homes)) {
      if (signal.aborted) return;
      const { key, head, path } = index.addInfo(info);
      if (path !== undefined && !isAtRest && Date.now() - head.lastAt < RECENT_MS) active.set(key, path);
      onChange(key);
    }
  }

  async function follow(): Promise<void> {
    for await (const { file } of followSessions({ ...homes, signal })) {
      const session = await openSession({ path: file.path }, homes).catch(() => undefined);
      if (!session) continue;
      const { key } = index.addInfo(session.info);
      active.set(key, file.path);
      await ask(key, file.path);
      onWritten();
    }
  }

  async function ask(key: string, path: string): Promise<void> {
    const status = await readStatus({ path }, homes);
    if (status === undefined) return;
    if (status !== 'working' && status !== 'waiting') active.delete(key);
    if (index.get(key)?.head.status === status) return onChange(key);
    index.setStatus(key, status);
    onChange(key);
  }

  async function askActive(): Promise<void> {
    for (const [key, path] of active) await ask(key, path);
  }

  async function addRows(store: ThreadStore): Promise<void> {
    let cursor: string | undefined;
    do {
      const { rows, next } = await store.listSessions({ subagents: true }, { limit: 500, cursor });
      for (const row of rows) onChange(index.addRow(row).key);
      cursor = next;
    } while (cursor !== undefined && !signal.aborted);
    for await (const change of store.changes('now', signal)) {
      const row = await store.getSession(change.session);
      if (row) onChange(index.addRow(row).key);
    }
  }

  const timer = setInterval(() => askActive().catch(onFault), STATUS_MS);
  timer.unref();
  const filled = fill().catch(onFault);
  filled.then(askActive).catch(onFault);
  if (!isAtRest) follow().catch(onFault);

  return {
    filled,
    setStore: (store) => void addRows(store).catch(onFault),
    close() {
      clearInterval(timer);
      closed.abort();
    },
  };
}
