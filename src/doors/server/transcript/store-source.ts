import { setTimeout as delay } from 'node:timers/promises';
import type { SessionKey } from '../../../archive/model/session-row.ts';
import { readMessages } from '../../../archive/model/stored-messages.ts';
import { storedSource } from '../../../archive/model/stored-source.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../../errors.ts';
import { NO_NUMBERS } from '../../../machine/sessions/following/checkpoint.ts';
import { readStream } from '../../../machine/sessions/following/read-stream.ts';
import { createReadingPlace, type ReadingPlace } from '../../../machine/sessions/following/reading-place.ts';
import type { Source } from '../../../machine/sessions/open-source.ts';
import { readOutcomes } from '../../../machine/sessions/read-outcomes.ts';
import { readerOptionsOf } from '../../../machine/sessions/reader-options.ts';
import type { AgentStore } from '../../../machine/sessions/store.ts';
import type { StoreFeed } from '../store-feed.ts';
import type { SourceChange, ViewedSource } from './viewed-source.ts';

export interface StoreSourceOptions {
  feed: StoreFeed;
  session: SessionKey;
  agents: readonly AgentStore[];
}

/** The rate at which a long session is read again, in bytes a second. */
const REREAD_BYTES_A_SECOND = 4 * 1024 * 1024;

/** A session of a store: its agent's lines if the store has them, else the conversation. No file is read. */
export function createStoreSource({ feed, session, agents }: StoreSourceOptions): ViewedSource {
  const { store } = feed;
  const agent = agents.find(({ name }) => name === session.agent);

  const chunks = () => store.openRaw(session);

  /** The path of the file tells the wire. Nothing is looked up there. */
  async function readerOf() {
    const path = (await store.getSession(session))?.path ?? '';
    return createEventReader(readerOptionsOf({ agent, wire: agent?.store.identify(path)?.wire ?? 'auto' }, agents));
  }

  async function hasLines(): Promise<boolean> {
    const lines = chunks()[Symbol.asyncIterator]();
    try {
      await lines.next();
      await lines.return?.();
      return true;
    } catch (error) {
      if (error instanceof ThreadlineError && error.code === 'not-found') return false;
      throw error;
    }
  }

  async function open(): Promise<Source> {
    const row = await store.getSession(session);
    if (!row) throw new ThreadlineError('not-found', 'the store has no such session');
    if (!(await hasLines())) return storedSource(row, await readMessages(store, row.key));
    const { name, info } = storedSource(row, []);
    return { name, isLive: false, ...(info && { info }), read: (reader, how) => readOutcomes(chunks(), reader, how) };
  }

  async function* read(): AsyncGenerator<Outcome[]> {
    const source = await open();
    yield* source.read(await readerOf());
  }

  async function* follow(signal: AbortSignal): AsyncGenerator<SourceChange> {
    const news = createNews(feed, session, signal);
    try {
      yield* (await hasLines()) ? followLines(news, signal) : followBlocks(news, signal);
    } finally {
      news.close();
    }
  }

  /** Returns false if the store holds other bytes than those that were read. */
  async function* readOn(place: ReadingPlace, signal: AbortSignal): AsyncGenerator<SourceChange, boolean> {
    const changes = readStream(chunks(), place, NO_NUMBERS);
    for (let next = await changes.next(); ; next = await changes.next()) {
      if (next.done) return next.value;
      if (signal.aborted) return true;
      yield { kind: 'outcomes', outcomes: next.value.outcomes, isCurrent: false };
    }
  }

  async function* followLines(news: News, signal: AbortSignal): AsyncGenerator<SourceChange> {
    const place = createReadingPlace(await readerOf(), undefined);
    while (!signal.aborted) {
      const { offset: started } = place.checkpoint;
      if (!(yield* readOn(place, signal))) {
        place.beginAnew();
        yield { kind: 'reset', reason: 'file-reset' };
        yield* readOn(place, signal);
      }
      yield { kind: 'outcomes', outcomes: [], isCurrent: true };
      const { offset } = place.checkpoint;
      if (offset !== started) await pause((offset / REREAD_BYTES_A_SECOND) * 1000, signal);
      await news.next();
      // It is gone since, so what was read is all there was.
      if (!signal.aborted && !(await hasLines())) return;
    }
  }

  /** Existing blocks may change, so all are read again. The page finds the changed ones by asking again. */
  async function* followBlocks(news: News, signal: AbortSignal): AsyncGenerator<SourceChange> {
    let known: string | undefined;
    while (!signal.aborted) {
      const row = await store.getSession(session);
      if (!row && known === undefined) throw new ThreadlineError('not-found', 'the store has no such session');
      const state = row && `${row.blocks} ${row.endedAt} ${row.problems} ${row.size}`;
      if (row && state !== known) {
        if (known !== undefined) yield { kind: 'reset', reason: 'reread' };
        const { read } = storedSource(row, await readMessages(store, row.key));
        for await (const outcomes of read(createEventReader())) yield { kind: 'outcomes', outcomes, isCurrent: false };
        known = state;
      }
      yield { kind: 'outcomes', outcomes: [], isCurrent: true };
      await news.next();
    }
  }

  return { id: `store ${session.agent}/${session.threadId} ${session.home ?? ''}`, follow, open, read, chunks };
}

/** Tells of changes to a session of the store since the last call. */
interface News {
  /** Resolves on a change, or when the signal is given. */
  next(): Promise<void>;
  close(): void;
}

function createNews(feed: StoreFeed, { agent, threadId }: SessionKey, signal: AbortSignal): News {
  let isNew = false;
  let tell = () => {};
  const wake = () => tell();
  signal.addEventListener('abort', wake, { once: true });
  const note = () => {
    isNew = true;
    tell();
  };
  const leave = feed.subscribe((change) => {
    if (change.session.agent === agent && change.session.threadId === threadId) note();
  }, note);
  return {
    async next() {
      if (!isNew && !signal.aborted) await new Promise<void>((resolve) => (tell = resolve));
      isNew = false;
    },
    close() {
      leave();
      signal.removeEventListener('abort', wake);
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}
