import type { ThreadStore } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../../../src/fleet/postgres/connect.ts';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresRawStore } from '../../../src/fleet/postgres/postgres-raw-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const KEY = { agent: 'codex', threadId: 'secret', home: '/h' };

/** A tenant who has one session, with its bytes. */
async function filled(threadId = 'secret') {
  const tenant = await archive.createTenant();
  const machine = await archive.createMachine(tenant.id);
  const raw = createPostgresRawStore(archive.database, { tenant: tenant.id, machine });
  const file = { agent: 'codex', home: '/h', path: 'a.jsonl', generation: '1', mode: 'full' } as const;
  const [{ id } = { id: '' }] = await raw.open([file]);
  const sink = createPostgresSink(archive.database, { tenant: tenant.id, source: { id, machine } });
  await sink.putSession(filledSession(threadId));
  const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
  return { ...tenant, store, sink, source: id };
}

/** All that every method gives. */
async function everything(store: ThreadStore, cursors: { list?: string; search?: string; usage?: string } = {}) {
  const stop = new AbortController();
  const changes: unknown[] = [];
  const watching = (async () => {
    for await (const change of store.changes('0', stop.signal)) changes.push(change);
  })();
  const raw = async () => {
    const parts: Uint8Array[] = [];
    for await (const bytes of store.openRaw(KEY)) parts.push(bytes);
    return parts;
  };
  const page = { limit: 10 };
  const found = [
    (await store.listSessions({ subagents: true }, { ...page, cursor: cursors.list })).rows,
    await store.getSession(KEY),
    await store.getSession({ agent: 'codex', threadId: 'secret' }),
    await store.readBlocks(KEY, { from: 0, count: 10 }),
    ...(await Promise.all(
      (['words', 'phrase', 'exact', 'regex'] as const).flatMap((mode) =>
        [{}, { sessions: [KEY] }, { notSessions: [KEY] }, { machine: 'laptop' }, { file: 'a.ts' }].map(
          async (filter) =>
            (
              await store.search({ text: 'swordfish', mode, ...filter }, { ...page, cursor: cursors.search })
            ).hits,
        ),
      ),
    )),
    (await store.search({ text: 'wordfis', mode: 'exact' }, page)).hits,
    await store.filesTouched({}),
    await store.filesTouched({ session: KEY }),
    await store.usage({ by: 'machine' }),
    await store.usage({ by: 'day', session: KEY }),
    (await store.usageRows({ session: KEY }, { ...page, cursor: cursors.usage })).rows,
    await raw().catch(() => []),
  ];
  stop.abort();
  await watching;
  return [...found, changes];
}

describe.skipIf(skip)('a tenant of an archive on PostgreSQL', () => {
  it('sees nothing of another by any method, whatever keys and cursors it has', async () => {
    const owner = await filled();
    const stranger = await filled('other');
    await stranger.sink.dropSession({ agent: 'codex', threadId: 'other' });
    const mine = await everything(owner.store);
    // What is looked for is there: an empty answer means something.
    expect(mine.filter((found) => Array.isArray(found) && found.length === 0)).toHaveLength(5);
    const usage = `99999999999999999.1.${'0'.repeat(32)}.`;
    for (const cursors of [{}, { list: '9999999999999.999999', search: '9999999999999.999999.9', usage }]) {
      for (const found of await everything(stranger.store, cursors)) expect(found ?? []).toEqual([]);
    }
    await owner.store.close();
    await stranger.store.close();
  });

  it('sees nothing of another by any table or function, and nobody sees anything without a tenant', async () => {
    const owner = await filled();
    const { id: stranger } = await archive.createTenant();
    const tables = ['machine', 'source', 'segment', 'session', 'session_source', 'block', 'word', 'touched', 'usage'];
    for (const tenant of [stranger, undefined]) {
      for (const table of tables) {
        const rows = await archive.database.transaction({ role: 'reader', tenant }, (queries) =>
          queries.all(`select * from ${table}`),
        );
        expect(rows, table).toEqual([]);
      }
      const asked = await archive.database.transaction({ role: 'reader', tenant }, async (queries) => [
        ...(await queries.all('select id from tenant where id = $1', [owner.id])),
        ...(await queries.all("select words_with('o', false, 100)")),
        ...(await queries.all(
          `select * from search_block(null, 0, (select array_agg(id::bigint) from generate_series(1, 1000) as id), null, null,
            null, null, null, false, null, null, null, null, 1000)`,
        )),
      ]);
      expect(asked).toEqual([]);
    }
    await owner.store.close();
  });

  it('is read by nobody who may not: a user without the role, or whose role was taken away', async () => {
    const { name, store } = await filled();
    await store.close();
    const user = `reader_${Date.now()}`;
    const asOwner = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.run(sql));
    await asOwner(`create role ${user} login`);
    const url = archive.url.replace(/\w+@/, `${user}@`);
    const open = () => openPostgresStore({ url, tenant: name });
    await expect(open()).rejects.toMatchObject({ code: 'refused' });
    await asOwner(`grant threadline_reader to ${user}`);
    const allowed = await open();
    expect((await allowed.listSessions({}, { limit: 1 })).rows).toHaveLength(1);
    await asOwner(`revoke threadline_reader from ${user}`);
    await expect(allowed.listSessions({}, { limit: 1 })).rejects.toMatchObject({ code: 'refused' });
    await allowed.close();
  });

  it('cannot be written to by who reads, and a gateway cannot read what was said', async () => {
    const { id, store } = await filled();
    await store.close();
    const ask = (role: 'reader' | 'gateway', sql: string) =>
      archive.database.transaction({ role, tenant: id }, (queries) => queries.all(sql));
    for (const sql of [
      'delete from block',
      "update session set title = ''",
      'insert into forgotten(tenant, key) values (1, null)',
      "select make_month('block', now())",
      "select drop_words('{}')",
      "select * from token_of('')",
    ]) {
      await expect(ask('reader', sql), sql).rejects.toMatchObject({ code: 'refused' });
    }
    for (const sql of [
      'select * from block',
      'select * from session',
      'select * from usage',
      "select words_with('a', true, 1)",
    ]) {
      await expect(ask('gateway', sql), sql).rejects.toMatchObject({ code: 'refused' });
    }
  });

  it('says what is wrong with a server without its password', async () => {
    const broken = async (url: string) => {
      const database = await connect({ url });
      const asked = database.transaction({ role: 'reader' }, (queries) => queries.all('select 1'));
      const error: unknown = await asked.catch((fault: unknown) => fault);
      await database.close();
      return error;
    };
    const port = new URL(archive.url).port;
    expect(await broken('postgres://me:pa55word@127.0.0.1:1/x')).toMatchObject({ code: 'unreachable' });
    expect(await broken(`postgres://me:pa55word@127.0.0.1:${port}/x`)).toMatchObject({ code: 'refused' });
    expect(await broken(`postgres://postgres:pa55word@127.0.0.1:${port}/x`)).toMatchObject({ code: 'not-found' });
    for (const url of ['postgres://me:pa55word@127.0.0.1:1/x', `postgres://me:pa55word@127.0.0.1:${port}/x`]) {
      expect(String(await broken(url))).not.toContain('pa55word');
    }
  });

  it("notes a reader by his login and the server's clock, whatever he writes, and he changes no row", async () => {
    const { id, name, store } = await filled();
    await store.close();
    const user = `anna_${Date.now()}`;
    const asOwner = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql));
    await asOwner(`create role ${user} login in role threadline_reader`);
    const anna = await connect({ url: archive.url.replace(/\w+@/, `${user}@`) });
    const ask = (sql: string, tenant: number | undefined = id) =>
      anna.transaction({ role: 'reader', tenant }, (queries) => queries.all(sql));
    for (const sql of [
      `insert into audit(tenant, at, actor, action) values (${id}, '2020-01-01', 'bob', 'read')`,
      `insert into audit(tenant, action) values (${id}, 'read')`,
      "update audit set actor = 'bob'",
      'delete from audit',
      'truncate audit',
      'select * from audit',
      'set session authorization postgres',
    ]) {
      await expect(ask(sql), sql).rejects.toMatchObject({ code: 'refused' });
    }
    for (const sql of ["select note_access('forget', '', '', '')", 'select note_access(null, null, null, null)']) {
      await expect(ask(sql), sql).rejects.toThrow('no action of a reader');
    }
    await expect(ask("select note_access('read', '', '', '')", 2 ** 30)).rejects.toThrow('no tenant is named');
    await ask("set local search_path = pg_temp; select threadline.note_access('read', 'codex', 'x', 'bob')");
    const theirs = await openPostgresStore({ url: archive.url.replace(/\w+@/, `${user}@`), tenant: name });
    await theirs.readBlocks(KEY, { from: 0, count: 1 });
    await theirs.close();
    await anna.close();
    const noted = await asOwner(
      `select actor, action, thread_id, at > now() - interval '5 minutes' as fresh from audit where tenant = ${id} order by id`,
    );
    expect(noted).toEqual([
      { actor: user, action: 'read', thread_id: 'x', fresh: true },
      { actor: user, action: 'read', thread_id: 'secret', fresh: true },
    ]);
  });

  it('have noted who read what was said, and what was looked for', async () => {
    const { id, store } = await filled();
    await store.readBlocks(KEY, { from: 0, count: 10 });
    await store.readBlocks(KEY, { from: 10, count: 10 });
    await store.search({ text: 'needle', mode: 'words' }, { limit: 1 });
    const noted = await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.all('select actor, action, thread_id, detail from audit where tenant = $1 order by id', [id]),
    );
    expect(noted).toEqual([
      { actor: expect.stringMatching(/./), action: 'read', thread_id: 'secret', detail: null },
      { actor: expect.stringMatching(/./), action: 'search', thread_id: null, detail: 'words' },
    ]);
    await store.close();
  });
});
