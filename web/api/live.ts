import type { ApiIndexState, LiveEvent } from '../../src/doors/server/api-types.ts';
import type { RunEvent } from '../../src/doors/server/run-types.ts';
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
/** True while this tab knows what waits now. Nothing may be answered otherwise. */
export const knowsRuns = createStore(false);

const listListeners = new Set<(data: EventData<'list'>) => void>();
const missedListeners = new Set<() => void>();
const runListeners = new Set<(told: RunEvent) => void>();
const RUN_EVENTS = ['runs', 'run', 'question', 'answered', 'run-rows'] as const;
let session: LiveSession | undefined;
let shownRun: string | undefined;
let isNeededHidden = () => false;
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
/** True if there may be news that nobody told this tab. */
let hasMissed = false;

/** One stream for each tab, and none while it is hidden: a browser has six connections for all tabs of an origin. */
export function startLive(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) open();
    else if (!isNeededHidden()) {
      hasMissed = true;
      close();
    }
  });
  hasMissed = document.hidden;
  if (!document.hidden) open();
}

export function onList(listener: (data: EventData<'list'>) => void): () => void {
  listListeners.add(listener);
  return () => listListeners.delete(listener);
}

/** Tells that the stream is there again after a time without it. News of the list is not told a second time. */
export function onMissed(listener: () => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

export function onRunEvent(listener: (told: RunEvent) => void): () => void {
  runListeners.add(listener);
  return () => runListeners.delete(listener);
}

/** Says when a hidden tab keeps its stream. */
export function keepWhileHidden(isNeeded: () => boolean): void {
  isNeededHidden = isNeeded;
}

/** Asks for the rows of a run. The returned function ends it. */
export function watchRun(id: string): () => void {
  shownRun = id;
  open();
  return () => {
    if (shownRun === id) shownRun = undefined;
  };
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
  if (shownRun !== undefined) query.set('run', shownRun);
  source = new EventSource(`/api/events?${query}`);
  source.onopen = () => {
    failures = 0;
    connection.set({ state: 'open', since: Date.now() });
    if (!hasMissed) return;
    hasMissed = false;
    for (const listener of missedListeners) listener();
  };
  // The browser would retry by itself, but from the line of the first request.
  source.onerror = () => {
    hasMissed = true;
    close();
    if (connection.get().state !== 'lost') connection.set({ state: 'lost', since: Date.now() });
    timer = setTimeout(open, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    failures += 1;
  };
  listen('rows', (data) => data.session === session?.key && session.onRows(data));
  listen('reset', (data) => data.session === session?.key && session.onReset(data.reason));
  listen('resync', () => {
    hasMissed = true;
    open();
  });
  for (const event of RUN_EVENTS) {
    listen(event, (data) => {
      if (event === 'runs') knowsRuns.set(true);
      // The event's name and its data come together.
      for (const listener of runListeners) listener({ event, data } as RunEvent);
    });
  }
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
  knowsRuns.set(false);
}
