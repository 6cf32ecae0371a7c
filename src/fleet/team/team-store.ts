import { setTimeout as wait } from 'node:timers/promises';
import { type RedactedReads, redactedStore } from '../../archive/folding/redacted-store.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SessionKey } from '../../archive/model/session-row.ts';
import { storedKey } from '../../archive/model/stored-row.ts';
import type { Page, Paged, StoreChange, ThreadStore } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { changedSince, lastRevision } from '../postgres/changes.ts';
import { chooseVisibility, unchooseVisibility } from '../postgres/choose-visibility.ts';
import type { Queries, ServerDatabase } from '../postgres/connect.ts';
import { figureReads } from '../postgres/figure-reads.ts';
import { filesTouched, getSession, listSessions, readBlocks, sessionOf } from '../postgres/read-sessions.ts';
import { readSource } from '../postgres/read-source.ts';
import { usageRows } from '../postgres/read-usage.ts';
import { search } from '../postgres/search.ts';
import { sightOf } from '../postgres/sight.ts';
import type { SessionVisibility, TeamReader } from '../postgres/team-reader.ts';
import { wordsNear } from '../postgres/words-near.ts';
import type { Seal } from './seal.ts';

/** Notes that texts are read, and is done when the note is on the disk. Without it nothing is told. */
export type NoteReading = (action: 'read' | 'search' | 'raw' | 'files', session?: SessionKey) => Promise<void>;

export interface TeamStoreOptions {
  database: ServerDatabase;
  tenant: number;
  reader: TeamReader;
  note: NoteReading;
  /** Notes the owner's choice in the transaction that makes it. */
  noteChoice(session: SessionKey, detail: string, queries: Queries): Promise<void>;
  /** Cursors hold numbers of all sessions of all people. */
  seal: Seal;
}

/** A part of a session's bytes, and where the next one begins. */
export interface RawPage {
  bytes: Uint8Array;
  next?: string | undefined;
}

export interface ChangesPage {
  changes: StoreChange[];
  cursor: string;
}

/** A store that is also asked piece by piece, over a network. */
export interface TeamStore extends ThreadStore {
  rawPage(key: SessionKey, cursor?: string): Promise<RawPage>;
  changesPage(since: string, signal: AbortSignal, patienceMs: number): Promise<ChangesPage>;
  /** Says who sees a session. Only its owner may: to others there is none. */
  setVisibility(key: SessionKey, visibility: SessionVisibility): Promise<void>;
  /** Takes that back: the rules say it again. */
  clearVisibility(key: SessionKey): Promise<void>;
}

const wrongCursor = () => new TypeError('the cursor is none that this store gave');
const RAW_BYTES_AT_ONCE = 1024 * 1024;
/** Readers look for changes themselves: a connection that listens for each of them would be one too many. */
const LOOK_MS = 1000;
/** The place before all changes. */
const FIRST = '0';

/** What one reader sees of the archive of a team. */
export function createTeamStore(options: TeamStoreOptions): TeamStore {
  const { database, tenant, reader, note, seal } = options;
  const transaction = { role: 'team', tenant, reader, readOnly: true } as const;
  const read = <Result>(run: (queries: Queries) => Promise<Result>) => database.transaction(transaction, run);
  const use = (what: string) => `${tenant} ${reader.person} ${reader.teams.join(',')} ${what}`;

  function opened(page: Page, what: string): Page {
    if (page.cursor === undefined) return page;
    const cursor = seal.open(page.cursor, use(what));
    if (cursor === undefined) throw wrongCursor();
    return { ...page, cursor };
  }
  const closed = <Given extends { next?: string | undefined }>(given: Given, what: string): Given =>
    given.next === undefined ? given : { ...given, next: seal.close(given.next, use(what)) };
  const paged = async <Row>(page: Page, what: string, ask: (opened: Page) => Promise<Paged<Row>>) =>
    closed(await ask(opened(page, what)), what);

  const gone = () => new ThreadlineError('not-found', 'the bytes of the session are not kept');

  /** The next part of a session's bytes. A cursor names the source: a session may get another one between two parts. */
  async function rawPage(key: SessionKey, cursor?: string): Promise<RawPage> {
    const what = `raw ${key.agent} ${key.threadId}`;
    const place = cursor === undefined ? undefined : seal.open(cursor, use(what));
    if (cursor !== undefined && place === undefined) throw wrongCursor();
    const session = await read((queries) => sessionOf(queries, key));
    if (!session) throw gone();
    await note('raw', key);
    const [source = String(session.source_id), from = '0'] = place?.split('.') ?? [];
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const { bytes, end } of readSource(database, source, { ...transaction, from: Number(from) })) {
      parts.push(bytes);
      size += bytes.length;
      if (size >= RAW_BYTES_AT_ONCE)
        return { bytes: Buffer.concat(parts), next: seal.close(`${source}.${end}`, use(what)) };
    }
    if (parts.length === 0 && place === undefined) throw gone();
    return { bytes: Buffer.concat(parts) };
  }

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    for (let page: RawPage | undefined; ; ) {
      page = await rawPage(key, page?.next);
      yield page.bytes;
      if (page.next === undefined) return;
    }
  }

  const reads = (reading: Reading): RedactedReads => ({
    listSessions: (filter, page) =>
      paged(page, `sessions ${reading}`, (from) => read((queries) => listSessions(queries, reading, filter, from))),
    getSession: (key) => read((queries) => getSession(queries, reading, key)),
    async readBlocks(key, range) {
      const blocks = await read((queries) => readBlocks(queries, reading, key, range));
      if (blocks.length > 0) await note('read', key);
      return blocks;
    },
    async search(query, page, options) {
      const what = `search ${reading}`;
      // Hits are told when they are noted, and not before.
      const quiet = { signal: options?.signal, context: options?.context };
      const found = closed(await search(read, reading, query, opened(page, what), quiet), what);
      await note('search');
      for (const hit of found.hits) options?.onHit?.(hit);
      // Which plan was made depends on the words of all people.
      return { ...found, scanned: query.mode === 'exact' || query.mode === 'regex' };
    },
    async filesTouched(filter) {
      const rows = await read((queries) => filesTouched(queries, reading, filter));
      if (rows.length > 0) await note('files', filter.session);
      return rows;
    },
  });

  /** What changed since a place: at once, or when something does, or nothing after a while. */
  async function changesPage(since: string, signal: AbortSignal, patienceMs: number): Promise<ChangesPage> {
    const from = since === 'now' || since === FIRST ? since : seal.open(since, use('changes'));
    if (from === undefined) throw wrongCursor();
    const place = (revision: number) => seal.close(String(revision), use('changes'));
    let revision = from === 'now' ? await read(lastRevision) : Number(from);
    for (let waited = 0; ; waited += LOOK_MS) {
      const rows = signal.aborted ? [] : await read((queries) => changedSince(queries, revision));
      const changes = rows.map((row): StoreChange => {
        revision = Number(row.revision);
        return { kind: 'changed', session: storedKey(row), cursor: place(revision) };
      });
      if (changes.length > 0 || waited >= patienceMs || signal.aborted) return { changes, cursor: place(revision) };
      await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async function* told(since: string | 'now', signal: AbortSignal): AsyncGenerator<StoreChange> {
    for (let place = since; !signal.aborted; ) {
      const { changes, cursor } = await changesPage(place, signal, LOOK_MS);
      for (const change of changes) {
        if (signal.aborted) return;
        yield change;
      }
      place = cursor;
    }
  }

  async function setVisibility(key: SessionKey, visibility: SessionVisibility): Promise<void> {
    const parts = Object.entries(visibility).map(([name, seenBy]) => `${name} ${seenBy}`);
    if (parts.length === 0) throw new TypeError('visibility says nothing');
    await choose(key, parts.sort().join(', '), (queries) => chooseVisibility(queries, key, visibility));
  }

  /** What is chosen and its row of the audit are there together, or neither. */
  const choose = (key: SessionKey, detail: string, run: (queries: Queries) => Promise<boolean>) =>
    database.transaction({ role: 'team', tenant, reader }, async (queries) => {
      if (!(await run(queries))) throw new ThreadlineError('not-found', 'the reader has no such session');
      await options.noteChoice(key, detail, queries);
    });

  const store: TeamStore = {
    openRaw,
    ...reads('owner'),
    ...figureReads(read, tenant),
    // Words are of texts.
    async nearWords(text) {
      const words = await read((queries) => wordsNear(queries, text));
      await note('search');
      return words;
    },
    usageRows: (filter, page) => paged(page, 'usage', (from) => read((queries) => usageRows(queries, filter, from))),
    changes: told,
    sight: () => read(sightOf),
    rawPage,
    changesPage,
    setVisibility,
    clearVisibility: (key) => choose(key, 'by the rules', (queries) => unchooseVisibility(queries, key)),
    redacted: () => redactedStore(store, reads('others')),
    // The server's connections outlive every reader.
    close: async () => {},
  };
  return store;
}
