import { zstdCompressSync } from 'node:zlib';
import type { RawSource } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresRawStore } from '../../../src/fleet/postgres/postgres-raw-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive({ language: 'de' });
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const asOwner = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql));

/** As it is when the months are over that `migrate` made. */
async function dropMonths(table: string): Promise<void> {
  const parts = await asOwner(
    `select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = 'threadline.${table}'::regclass`,
  );
  for (const { relname } of parts) await asOwner(`drop table ${relname}`);
}

describe.skipIf(skip)('a PostgreSQL that speaks another language', () => {
  it('really does', async () => {
    await expect(asOwner('select 1 / 0')).rejects.toMatchObject({ code: '22012', message: 'Division durch Null' });
  });

  it('gets the month that a segment lacks', async () => {
    const { id: tenant } = await archive.createTenant();
    const machine = await archive.createMachine(tenant);
    const store = createPostgresRawStore(archive.database, { tenant, machine });
    const source: RawSource = { agent: 'codex', home: '/home', path: 'a.jsonl', generation: '1', mode: 'full' };
    const [{ id } = { id: '' }] = await store.open([source]);
    await dropMonths('segment');
    const packed = zstdCompressSync('{}\n');
    const appended = store.append(id, { start: 0, size: 3, packed, redaction: '', marker: 'm' });
    expect(await appended).toEqual({ ok: true, head: 3 });
  });

  it('gets the months that the texts of a session lack', async () => {
    const { id: tenant, name } = await archive.createTenant();
    await dropMonths('block');
    await createPostgresSink(archive.database, { tenant }).putSession(filledSession('one'));
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    expect((await store.readBlocks({ agent: 'codex', threadId: 'one' }, { from: 0, count: 9 })).length).toBeGreaterThan(
      0,
    );
    await store.close();
  });

  it('is told apart by its codes: a user it refuses, a database it has not, a rule that is broken', async () => {
    await expect(
      archive.database.transaction({ role: 'reader' }, (queries) => queries.run('delete from tenant')),
    ).rejects.toMatchObject({ code: 'refused' });
    await expect(asOwner('select * from nothing')).rejects.toMatchObject({ code: 'not-found' });
    await expect(
      asOwner(
        "insert into source(tenant, machine_id, agent, home, path_hash, generation, mode, state) select tenant, id, '', '', '', '', '', 'odd' from machine",
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});
