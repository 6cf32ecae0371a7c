import type { ApiOutline, ApiSession, ApiSpans } from '../../src/server/api-types.ts';
import { ApiFailure, api } from '../api/client.ts';
import { watchSession } from '../api/live.ts';
import { PAGE_ROWS, RowFold } from './row-fold.ts';
import { createStore, type Store } from './store.ts';

/** What the page of a session shows, besides its rows. */
export interface SessionState {
  session?: ApiSession;
  outline?: ApiOutline;
  spans?: ApiSpans;
  error?: string;
  /** Why the session was read anew: the file was rewritten, compressed, deleted. */
  resetReason?: string;
  /** That of the fold: a new one means that rows changed. */
  version: number;
}

export interface SessionStore {
  readonly key: string;
  readonly fold: RowFold;
  readonly state: Store<SessionState>;
  /** Asks for the pages that hold these rows, where they are not there. */
  ensure(first: number, last: number): Promise<void>;
  /** The row of a message or of a line; undefined where there is none. */
  locate(where: { message?: string; line?: number }): Promise<number | undefined>;
  reload(): void;
  close(): void;
}

/** How long after rows came the outline is asked again: it names turns and their tokens. */
const OUTLINE_MS = 1500;

/** Holds one session for as long as its page is open. */
export function openSession(key: string): SessionStore {
  const fold = new RowFold();
  const state = createStore<SessionState>({ version: 0 });
  const asked = new Map<number, Promise<void>>();
  let unwatch = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const changed = (more: Partial<SessionState> = {}) => {
    if (!isClosed) state.update((old) => ({ ...old, ...more, version: fold.version }));
  };

  async function load(): Promise<void> {
    try {
      const [session, outline] = await Promise.all([api.session(key), api.outline(key)]);
      fold.applyOutline(outline);
      changed({ session, outline });
      if (isClosed) return;
      unwatch();
      unwatch = watchSession({ key, last: () => fold.last, onRows, onHead, onReset });
      changed({ spans: await api.spans(key) });
    } catch (error) {
      changed({ error: error instanceof ApiFailure ? error.code : 'internal' });
    }
  }

  /** Turns, files and spans by a second look; what is shown stays until it comes. */
  async function refresh(): Promise<void> {
    try {
      const [session, outline, spans] = await Promise.all([api.session(key), api.outline(key), api.spans(key)]);
      fold.applyOutline(outline);
      changed({ session, outline, spans });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    }
  }

  function refreshSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!isClosed) void refresh();
    }, OUTLINE_MS);
  }

  function onRows({ rows, last }: { rows: Parameters<RowFold['applyRows']>[0]; last: number }): void {
    fold.applyRows(rows, last);
    changed();
    refreshSoon();
  }

  function onHead(head: ApiSession['head']): void {
    const { session } = state.get();
    if (session) changed({ session: { ...session, head } });
  }

  function onReset(reason: string): void {
    fold.clear();
    asked.clear();
    changed({ resetReason: reason });
    void load();
  }

  async function askPage(page: number): Promise<void> {
    try {
      const answer = await api.rows(key, page * PAGE_ROWS, PAGE_ROWS);
      fold.applyRows(answer.rows, answer.last);
      changed();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      asked.delete(page);
    }
  }

  void load();
  return {
    key,
    fold,
    state,
    async ensure(first, last) {
      const waits: Promise<void>[] = [];
      for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page += 1) {
        if (page * PAGE_ROWS >= fold.total && fold.total > 0) break;
        if (fold.holdsPage(page) && fold.total > 0) {
          fold.touch(page);
          continue;
        }
        const wait = asked.get(page) ?? askPage(page);
        asked.set(page, wait);
        waits.push(wait);
      }
      await Promise.all(waits);
    },
    async locate(where) {
      const answer = await api.rowsAround(key, where);
      fold.applyRows(answer.rows, answer.last);
      changed();
      const { message, line = 0 } = where;
      const found = answer.rows.find((row) =>
        message === undefined ? row.lines[0] <= line && line <= row.lines[1] : row.id === message,
      );
      return found?.row;
    },
    reload() {
      const { error: _, ...rest } = state.get();
      state.set(rest);
      void load();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      unwatch();
    },
  };
}
