import { type RedactedReads, redactedStore } from '../../archive/folding/redacted-store.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SessionKey } from '../../archive/model/session-row.ts';
import type { Page, Paged, ThreadStore } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { changes } from '../postgres/changes.ts';
import type { Queries, ServerDatabase } from '../postgres/connect.ts';
import { filesTouched, getSession, listSessions, readBlocks, sessionOf } from '../postgres/read-sessions.ts';
import { readSource } from '../postgres/read-source.ts';
import { usageRows, usageSums } from '../postgres/read-usage.ts';
import { readUsageSums } from '../postgres/read-usage-sums.ts';
import { search } from '../postgres/search.ts';
import type { TeamReader } from '../postgres/team-reader.ts';
import { wordsNear } from '../postgres/words-near.ts';
import type { Seal } from './seal.ts';

/** Notes that texts are read, and is done when the note is on the disk. Without it nothing is told. */
export type NoteReading = (action: 'read' | 'search' | 'raw' | 'files', session?: SessionKey) => Promise<void>;

export interface TeamStoreOptions {
  database: ServerDatabase;
  tenant: number;
  reader: TeamReader;
  note: NoteReading;
  /** Cursors hold numbers of all sessions of all people. */
  seal: Seal;
}

/** The place before all changes. */
const FIRST = '0';

/** What one reader sees of the archive of a team. */
export function createTeamStore({ database, tenant, reader, note, seal }: TeamStoreOptions): ThreadStore {
  const transaction = { role: 'team', tenant, reader, readOnly: true } as const;
  const read = <Result>(run: (queries: Queries) => Promise<Result>) => database.transaction(transaction, run);
  const use = (what: string) => `${tenant} ${reader.person} ${reader.teams.join(',')} ${what}`;

  function opened(page: Page, what: string): Page {
    if (page.cursor === undefined) return page;
    const cursor = seal.open(page.cursor, use(what));
    if (cursor === undefined) throw new TypeError('the cursor is none that this store gave');
    return { ...page, cursor };
  }
  const closed = <Given extends { next?: string | undefined }>(given: Given, what: string): Given =>
    given.next === undefined ? given : { ...given, next: seal.close(given.next, use(what)) };
  const paged = async <Row>(page: Page, what: string, ask: (opened: Page) => Promise<Paged<Row>>) =>
    closed(await ask(opened(page, what)), what);

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    const session = await read((queries) => sessionOf(queries, key));
    const gone = () => new ThreadlineError('not-found', 'the bytes of the session are not kept');
    if (!session) throw gone();
    await note('raw', key);
    let isEmpty = true;
    for await (const { bytes } of readSource(database, String(session.source_id), transaction)) {
      isEmpty = false;
      yield bytes;
    }
    if (isEmpty) throw gone();
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

  async function* told(since: string | 'now', signal: AbortSignal) {
    const from = since === 'now' || since === FIRST ? since : seal.open(since, use('changes'));
    if (from === undefined) throw new TypeError('the cursor is none that this store gave');
    for await (const change of changes({ database, tenant, read }, from, signal)) {
      yield { ...change, cursor: seal.close(change.cursor, use('changes')) };
    }
  }

  const store: ThreadStore = {
    openRaw,
    ...reads('owner'),
    nearWords: (text) => read((queries) => wordsNear(queries, text)),
    usage: (query) => read((queries) => usageSums(queries, query)),
    usageSums: () => read((queries) => readUsageSums(queries, tenant)),
    usageRows: (filter, page) => paged(page, 'usage', (from) => read((queries) => usageRows(queries, filter, from))),
    changes: told,
    capabilities: () => ({ exact: 'indexed', rank: true, machines: true }),
    redacted: () => redactedStore(store, reads('others')),
    // The server's connections outlive every reader.
    close: async () => {},
  };
  return store;
}
