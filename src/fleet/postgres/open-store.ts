import { type RedactedReads, redactedStore } from '../../archive/folding/redacted-store.ts';
import type { Reading } from '../../archive/model/reading.ts';
import type { SessionKey } from '../../archive/model/session-row.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { ThreadlineError } from '../../errors.ts';
import { NOTE_ACCESS } from './audit.ts';
import { changes } from './changes.ts';
import { connect, type Queries, type ServerDatabase } from './connect.ts';
import { figureReads } from './figure-reads.ts';
import { checkVersion, FIRST_TENANT } from './migrate.ts';
import { cleanOrNull } from './postgres-raw-store.ts';
import { filesTouched, getSession, listSessions, readBlocks, sessionOf } from './read-sessions.ts';
import { readSource } from './read-source.ts';
import { usageRows } from './read-usage.ts';
import { search } from './search.ts';

/** Options of `openPostgresStore`. */
export interface PostgresStoreOptions {
  /** `postgres://USER:PASSWORD@HOST/DATABASE`. The user must be a member of `threadline_reader`. */
  url: string;
  /** The name of a tenant; by default the one that exists from the beginning. */
  tenant?: string | undefined;
}

/** Opens the archive of many machines for reading. */
export async function openPostgresStore({ url, tenant = FIRST_TENANT }: PostgresStoreOptions): Promise<ThreadStore> {
  const database = await connect({ url });
  try {
    await checkVersion(database);
    return createStore(database, await tenantNamed(database, tenant));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The number of a tenant. Throws `not-found` if none has this name. */
export async function tenantNamed(
  database: ServerDatabase,
  name: string,
  role: 'reader' | 'team' = 'reader',
): Promise<number> {
  const row = await database.transaction({ role, readOnly: true }, (queries) =>
    queries.get('select tenant_named($1) as id', [name]),
  );
  if (typeof row?.id === 'number') return row.id;
  throw new ThreadlineError('not-found', `the archive on ${database.name} has no tenant of this name`);
}

function createStore(database: ServerDatabase, tenant: number): ThreadStore {
  const read = <Result>(run: (queries: Queries) => Promise<Result>) =>
    database.transaction({ role: 'reader', tenant, readOnly: true }, run);

  /** Logs who reads other people's words before they are handed out: once for each session read, not for each page. */
  // The search terms are not logged: they would outlive what was forgotten.
  const note = (action: 'read' | 'search', key?: SessionKey, detail?: string) =>
    database.transaction({ role: 'reader', tenant }, (queries) =>
      queries.run(NOTE_ACCESS, [action, cleanOrNull(key?.agent), cleanOrNull(key?.threadId), detail]),
    );

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    const session = await read((queries) => sessionOf(queries, key));
    const gone = () => new ThreadlineError('not-found', 'the bytes of the session are not kept');
    if (!session) throw gone();
    await note('read', key);
    let isEmpty = true;
    for await (const { bytes } of readSource(database, String(session.source_id), { tenant, role: 'reader' })) {
      isEmpty = false;
      yield bytes;
    }
    if (isEmpty) throw gone();
  }

  /** Others are noted too: they read with the rights of whoever opened the store. */
  const reads = (reading: Reading): RedactedReads => ({
    listSessions: (filter, page) => read((queries) => listSessions(queries, reading, filter, page)),
    getSession: (key) => read((queries) => getSession(queries, reading, key)),
    async readBlocks(key, range) {
      const blocks = await read((queries) => readBlocks(queries, reading, key, range));
      if (range.from === 0 && blocks.length > 0) await note('read', key);
      return blocks;
    },
    async search(query, page, options) {
      const found = await search(read, reading, query, page, options);
      if (page.cursor === undefined) await note('search', undefined, query.mode);
      return found;
    },
    filesTouched: (filter) => read((queries) => filesTouched(queries, reading, filter)),
  });

  const others = reads('others');
  const store: ThreadStore = {
    openRaw,
    ...reads('owner'),
    ...figureReads(read, tenant),
    usageRows: (filter, page) => read((queries) => usageRows(queries, filter, page)),
    changes: (since, signal) => changes({ database, tenant, read }, since, signal),
    redacted: () => redactedStore(store, others),
    close: () => database.close(),
  };
  return store;
}
