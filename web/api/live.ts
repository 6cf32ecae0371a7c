import type { ApiIndexState, LiveEvent } from '../../src/doors/server/api-types.ts';
import { createStore } from '../stores/store.ts';

/** The state of the connection. `since`: when it was lost. */
export interface Connection {
  state: 'connecting' | 'open' | 'lost';
  since: number;
}

/** The session that this tab shows, with the position of its rows. */
export interface LiveSession {
  key: string;
  /** The last line that was read, and its reading. The server sends what came after it. */
  place(): string;
  onRows(data: EventData<'rows'>): void;
  onReset(reason: string): void;
}

type EventData<Name extends LiveEvent['event']> = Extract<LiveEvent, { event: Name }>['data'];

const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000];

export const connection = createStore<Connection>({ state: 'connecting', since: Date.now() });
export const indexState = createStore<ApiIndexState | undefined>(undefined);

const listListeners = new Set<(data: EventData<'list'>) => void>();
let session: LiveSession | undefined;
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** One stream for each tab, and none while it is hidden: a browser has six connections for all tabs of an origin. */
export function startLive(): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  if (!document.hidden) open();
}

export function onList(listener: (data: EventData<'list'>) => void): () => void {
  listListeners.add(listener);
  return () => listListeners.delete(listener);
}

/** Watches a session from the line of its rows on. The returned function ends it. */
export function watchSession(next: LiveSession): () => void {
  session = next;
  if (!document.hidden) open();
  return () => {
    if (session !== next) return;
    session = undefined;
    if (!document.hidden) open();
  };
}

function open(): void {
  close();
  const query = new URLSearchParams({ list: '1' });
  if (session) {
    query.set('session', session.key);
    query.set('after', session.place());
  }
  source = new EventSource(`/api/events?${query}`);
  source.onopen = () => {
    failures = 0;
    connection.set({ state: 'open', since: Date.now() });
  };
  // The browser would retry by itself, but from the line of the first request.
  source.onerror = () => {
    close();
    if (connection.get().state !== 'lost') connection.set({ state: 'lost', since: Date.now() });
    timer = setTimeout(open, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    failures += 1;
  };
  listen('rows', (data) => data.session === session?.key && session.onRows(data));
  listen('reset', (data) => data.session === session?.key && session.onReset(data.reason));
  listen('resync', () => open());
  listen('list', (data) => {
    indexState.set(data.index);
    for (const listener of listListeners) listener(data);
  });
}

function listen<Name extends LiveEvent['event']>(name: Name, handle: (data: EventData<Name>) => void): void {
  source?.addEventListener(name, (event: MessageEvent<string>) => handle(JSON.parse(event.data)));
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
}
