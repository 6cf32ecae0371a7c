import type { ApiOutline, ApiRows, ApiSession, ApiSpans, SessionHead } from '../../src/doors/server/api-types.ts';
import { rowOfLine } from '../../src/doors/server/row-of-line.ts';
import { ApiFailure, api } from '../api/client.ts';
import { onList, watchSession } from '../api/live.ts';
import { PAGE_ROWS, RowFold } from './row-fold.ts';
import { createStore, type Store } from './store.ts';

/** The state of a session's page, besides its rows. */
export interface SessionState {
  session?: ApiSession;
  outline?: ApiOutline;
  spans?: ApiSpans;
  error?: string;
  /** The reason why the session was read anew: the file was rewritten, compressed, deleted. */
  resetReason?: string;
  /** The file was deleted while the page was open. */
  isGone?: boolean;
  /** The fold's version. A new one means that rows changed. */
  version: number;
}

export interface SessionStore {
  readonly key: string;
  readonly fold: RowFold;
  readonly state: Store<SessionState>;
  /** Fetches the pages that hold these rows, if they are missing. */
  ensure(first: number, last: number): Promise<void>;
  /** The row of a message, or that of a line or the nearest one; undefined if there is none. */
  locate(where: { message?: string; line?: number }): Promise<number | undefined>;
  reload(): void;
  close(): void;
}

/** The delay before the outline is fetched again after new rows: it names turns and their tokens. */
const OUTLINE_MS = 1500;
/** The outline of a long session is long, too, and one more line changes little of it. */
const LONG_OUTLINE_MS = 10_000;
const LONG_ROWS = 5000;
/** Its ruler is the longest of all, and one line changes no pixel of it. */
const LONG_SPANS_MS = 60_000;

/** Holds one session while its page is open. */
export function openSession(key: string): SessionStore {
  const fold = new RowFold();
  const state = createStore<SessionState>({ version: 0 });
  const asked = new Map<number, Promise<void>>();
  let unwatch = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let renewing = false;
  /** The file is not read to its end: some rows are from elsewhere, and all are fetched again. */
  let isEarly = false;
  let hasEarlyRows = false;
  let spansAt = 0;

  const changed = (more: Partial<SessionState> = {}) => {
    if (!isClosed) state.update((old) => ({ ...old, ...more, version: fold.version }));
  };

  async function load(): Promise<void> {
    try {
      // The first rows are fetched at once: without them there is nothing to see.
      isEarly = true;
      const how = { early: 1 } as const;
      const [session, outline] = await Promise.all([api.session(key, how), api.outline(key, how), ensure(0, 0)]);
      isEarly = [outline, session].some((answer) => answer.early) || hasEarlyRows;
      takeOutline(outline);
      changed({ session, outline });
      if (isEarly) await renew();
      else watch();
      if (state.get().outline?.late) refreshSoon();
      await loadSpans();
    } catch (error) {
      changed({ error: error instanceof ApiFailure ? error.code : 'internal' });
    }
  }

  async function loadSpans(): Promise<void> {
    spansAt = performance.now();
    changed({ spans: await api.spans(key) });
  }

  function watch(): void {
    if (isClosed) return;
    unwatch();
    unwatch = watchSession({ key, place: () => `${fold.last}.${fold.reading}`, onRows, onReset });
  }

  /** Rows of another reading of the file do not fit those that are here, so all are fetched again. */
  function isOther(reading: number): boolean {
    if (fold.reading === 0) fold.reading = reading;
    if (fold.reading === reading) return false;
    if (reading > fold.reading) void renew();
    return true;
  }

  function takeOutline(outline: ApiOutline): void {
    if (!isOther(outline.reading)) fold.applyOutline(outline);
  }

  function takeRows({ rows, last, reading }: Pick<ApiRows, 'rows' | 'last' | 'reading'>): void {
    if (!isOther(reading)) fold.applyRows(rows, last);
  }

  /** Replaces the session with its present state. What is shown stays until the new rows are here. */
  async function renew(): Promise<void> {
    if (renewing || isClosed) return;
    renewing = true;
    try {
      for (let isWhole = false; !isWhole; ) {
        const pages = fold.pagesInUse(2);
        const [session, outline, ...answers] = await Promise.all([
          api.session(key),
          api.outline(key),
          ...pages.map((page) => api.rows(key, page * PAGE_ROWS, PAGE_ROWS)),
        ]);
        isWhole = answers.every(({ reading }) => reading === outline.reading);
        if (!isWhole) continue;
        isEarly = false;
        hasEarlyRows = false;
        fold.clear();
        asked.clear();
        takeOutline(outline);
        for (const answer of answers) takeRows(answer);
        changed({ session, outline });
      }
    } catch (error) {
      changed({ error: error instanceof ApiFailure ? error.code : 'internal' });
    } finally {
      renewing = false;
    }
    watch();
  }

  /** Fetches turns, files and spans again. What is shown stays until they come. */
  async function refresh(): Promise<void> {
    try {
      const areSpansDue = fold.total <= LONG_ROWS || performance.now() - spansAt >= LONG_SPANS_MS;
      const [session, outline] = await Promise.all([api.session(key), api.outline(key)]);
      takeOutline(outline);
      changed({ session, outline });
      if (outline.late) refreshSoon();
      if (areSpansDue) await loadSpans();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    }
  }

  function refreshSoon(): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        if (!isClosed) void refresh();
      },
      fold.total > LONG_ROWS ? LONG_OUTLINE_MS : OUTLINE_MS,
    );
  }

  function onRows(data: Pick<ApiRows, 'rows' | 'last' | 'reading'>): void {
    takeRows(data);
    changed();
    refreshSoon();
  }

  /** The heads of the session, its parent and its children change without a line in its own file. */
  function onHeads(heads: readonly SessionHead[]): void {
    const { session } = state.get();
    if (!session) return;
    const byKey = new Map(heads.map((head) => [head.key, head]));
    const near = [session.head, ...session.children, ...(session.parent ? [session.parent] : [])];
    if (!near.some((head) => byKey.has(head.key))) return;
    // The server counts a session by what its list knows of the file, which may come after the rows.
    const own = byKey.get(session.head.key);
    if (own && !own.usage) refreshSoon();
    const latest = (head: SessionHead) => newerHead(head, byKey.get(head.key));
    const { parent } = session;
    changed({
      session: {
        ...session,
        head: latest(session.head),
        children: session.children.map(latest),
        ...(parent && { parent: latest(parent) }),
      },
    });
  }

  function onReset(reason: string): void {
    // A session that the server closed and read again has not changed.
    if (reason !== 'reread') changed({ resetReason: reason });
    void renew();
  }

  async function askPage(page: number): Promise<void> {
    try {
      const wasEarly = isEarly;
      const answer = await api.rows(key, page * PAGE_ROWS, PAGE_ROWS, wasEarly ? { early: 1 } : {});
      // The numbers of early rows mean nothing beside those of the whole session, and the other way round.
      if (answer.early && !isEarly) return;
      hasEarlyRows ||= answer.early === true;
      takeRows(answer);
      changed();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      asked.delete(page);
    }
  }

  async function ensure(first: number, last: number): Promise<void> {
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
  }

  const unlisten = onList(({ upserts, gone }) => {
    onHeads(upserts);
    if (gone.includes(key)) changed({ isGone: true });
  });
  void load();
  return {
    key,
    fold,
    state,
    ensure,
    async locate(where) {
      const answer = await api.rowsAround(key, where);
      takeRows(answer);
      changed();
      const { message, line = 0 } = where;
      const found = message === undefined ? rowOfLine(answer.rows, line) : answer.rows.find(({ id }) => id === message);
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
      unlisten();
    },
  };
}

/** The list may not have counted yet what this page knows of its session. */
function newerHead(head: SessionHead, news: SessionHead | undefined): SessionHead {
  if (!news) return head;
  const { usage, ms, turns } = head;
  return { ...(usage && { usage }), ...(ms !== undefined && { ms }), ...news, turns: Math.max(turns, news.turns) };
}
