import pg from 'pg';
import type { ThreadStore } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { askForStale, refold } from '../../src/fleet/jobs/refold.ts';
import { connect } from '../../src/fleet/postgres/connect.ts';
import { migrate, SCHEMA_VERSION } from '../../src/fleet/postgres/migrate.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { answersOf, asFoldedBefore } from '../old-data/answers.ts';
import { oldAnswers, oldDump, oldVersions } from '../old-data/fixture.ts';
import { foldAll } from '../worker/sent-files.ts';
import { type PostgresServer, startPostgres } from './server.ts';
import { tableDefinitions } from './table-definitions.ts';

const started = await startPostgres();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const server = started as PostgresServer;
const stores: ThreadStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  if (!skip) await server.close();
}, 60_000);

/** The oldest tables that this version reads, and all between them and its own. */
const OLDEST_READABLE = 9;
const READABLE = Array.from({ length: SCHEMA_VERSION - OLDEST_READABLE }, (_, index) => OLDEST_READABLE + index);

/** A dump holds one database; roles are the whole server's. */
const ROLES = ['threadline_reader', 'threadline_gateway', 'threadline_worker'];

/** A database of its own, as the old version left it. */
async function loadDump(version: string): Promise<string> {
  const url = await server.createDatabase();
  await inDatabase(url, async (client) => {
    for (const role of ROLES) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      if (rowCount === 0) await client.query(`create role ${role} nologin`);
    }
    await client.query(oldDump(version));
  });
  return url;
}

async function inDatabase<Result>(url: string, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function open(url: string): Promise<ThreadStore> {
  const store = await openPostgresStore({ url });
  stores.push(store);
  return store;
}

describe.skipIf(skip).each(oldVersions())(
  'a dump of an archive that threadline %s made on PostgreSQL 15',
  (version) => {
    const expected = oldAnswers(version, 'server');

    it('gives the same sessions, texts, hits and usage', async () => {
      const url = await loadDump(version);
      expect(await migrate({ url })).toMatchObject({ to: SCHEMA_VERSION });
      expect(await answersOf(await open(url))).toMatchObject(expected);
    });

    it.each(READABLE)('gives them to a reader of this version also as tables of version %i', async (to) => {
      const url = await loadDump(version);
      expect(await migrate({ url, to })).toMatchObject({ to });
      const { sessions, texts, searches, usage } = await answersOf(await open(url));
      expect({ sessions, texts, searches, usage }).toMatchObject({
        sessions: expected.sessions,
        texts: expected.texts,
        searches: expected.searches,
        usage: expected.usage,
      });
      // What was not finished is finished by the version after.
      expect(await migrate({ url })).toEqual({ from: to, to: SCHEMA_VERSION });
      expect(await answersOf(await open(url))).toMatchObject(expected);
    });

    it('is refused in one sentence by a reader of this version as it is: its tables are older than that', async () => {
      const url = await loadDump(version);
      await expect(openPostgresStore({ url })).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('of an earlier version: run `threadline archive migrate`'),
      });
    });

    it('has the very tables, functions, walls and rights of a new one, and migrating again changes nothing', async () => {
      const [url, fresh] = [await loadDump(version), await server.createDatabase()];
      await migrate({ url });
      await migrate({ url: fresh });
      const expected = await inDatabase(fresh, tableDefinitions);
      expect(expected.length).toBeGreaterThan(200);
      expect(await inDatabase(url, tableDefinitions)).toEqual(expected);
      for (const again of [url, fresh]) {
        expect(await migrate({ url: again })).toEqual({ from: SCHEMA_VERSION, to: SCHEMA_VERSION });
        expect(await inDatabase(again, tableDefinitions)).toEqual(expected);
      }
    });

    it('lets readers write no audit rows of their own any more', async () => {
      const url = await loadDump(version);
      await migrate({ url });
      const database = await connect({ url });
      const forge = (role: 'reader' | 'worker') =>
        database.transaction({ role, tenant: 1 }, (queries) =>
          queries.run("insert into audit(tenant, actor, action) values (1, 'bob', 'read')"),
        );
      await expect(forge('reader')).rejects.toMatchObject({ code: 'refused' });
      await expect(forge('worker')).rejects.toMatchObject({ code: 'refused' });
      await database.close();
    });

    it('gives them too after all that was sent is folded again', async () => {
      const url = await loadDump(version);
      await migrate({ url });
      const database = await connect({ url });
      expect((await refold(database, { tenant: 1 })).sources).toBeGreaterThan(expected.sessions.length);
      while ((await askForStale(database)) > 0) expect(await foldAll({ database })).toEqual([]);
      await database.close();
      const { sessions, texts, searches, usage } = await answersOf(await open(url));
      expect(sessions.map(({ key }) => key)).toEqual(expected.sessions.map(({ key }) => key));
      expect(Object.keys(texts)).toEqual(Object.keys(expected.texts));
      expect(Object.values(texts).map(asFoldedBefore)).toMatchObject(Object.values(expected.texts).map(asFoldedBefore));
      // Notes stand between the blocks that were there before.
      const found = (all: typeof searches) => all.map(({ hits }) => hits.map(({ seq: _seq, ...hit }) => hit));
      expect(found(searches)).toMatchObject(found(expected.searches));
      expect(usage).toMatchObject(expected.usage);
    }, 60_000);

    it('stays as it was when its migration fails', async () => {
      const url = await loadDump(version);
      // It says that it is older, so that a step is done again whose tables are there already.
      await inDatabase(url, (client) => client.query('delete from threadline.migration where version > 1'));
      const look = () =>
        inDatabase(url, async (client) => {
          const { rows } = await client.query(
            `select table_name, column_name from information_schema.columns where table_schema = 'threadline' order by 1, 2`,
          );
          return [rows, (await client.query('select * from threadline.migration')).rows];
        });
      const before = await look();
      await expect(migrate({ url })).rejects.toThrow();
      expect(await look()).toEqual(before);
    });
  },
);
