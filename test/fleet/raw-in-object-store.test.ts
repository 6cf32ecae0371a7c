import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../src/fleet/jobs/worker.ts';
import { connect, type ServerDatabase } from '../../src/fleet/postgres/connect.ts';
import { forget, planForget } from '../../src/fleet/postgres/forget.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { createPostgresRawStore } from '../../src/fleet/postgres/postgres-raw-store.ts';
import { removeObjects } from '../../src/fleet/postgres/raw-objects.ts';
import { retain, setRetention } from '../../src/fleet/postgres/retain.ts';
import { codexHead, codexId, codexTurn } from '../archive/made-home.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { codexSource, foldAll, sendingMachine } from '../worker/sent-files.ts';
import { startObjectStore, type TestObjectStore } from './object-store.ts';

const isAsked = process.env.THREADLINE_POSTGRES !== undefined;
const started = isAsked ? await startArchive() : { skip: 'npm run fleet does it' };
const startedObjects = isAsked ? await startObjectStore() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : 'skip' in startedObjects ? startedObjects.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;
const objects = startedObjects as TestObjectStore;

describe.skipIf(skip)('the bytes of sessions in an object store', () => {
  let database: ServerDatabase;
  let url = '';
  let tenant = { id: 0, name: '' };

  beforeAll(async () => {
    for (const [name, value] of Object.entries(objects.environment)) vi.stubEnv(name, value);
    const address = new URL(archive.url);
    address.searchParams.set('raw', objects.address);
    url = address.href;
    database = await connect({ url });
  });
  beforeEach(async () => {
    await ask("update raw_object set due = now() - interval '1 second'");
    await removeObjects(database);
    tenant = await archive.createTenant();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await database.close();
    await objects.close();
    await archive.close();
  });

  const ask = (sql: string, values: unknown[] = []) =>
    archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));
  const textOf = (id: string) =>
    `${codexHead(id)}${codexTurn(1, { ask: 'What is xyzzy?', result: 'nothing', answer: 'A word.' })}`;
  const machine = (name: string) => sendingMachine({ database, createMachine: archive.createMachine }, tenant.id, name);
  const keysOf = async () => (await objects.keys()).filter((key) => key.startsWith(`raw/${tenant.id}/`));

  async function fold(): Promise<void> {
    await ask('update job set due = now()');
    expect(await foldAll({ database })).toEqual([]);
  }

  async function readRaw(from: string, id: string): Promise<string> {
    const store = await openPostgresStore({ url: from, tenant: tenant.name });
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.openRaw({ agent: 'codex', threadId: id, home: '/home/user/.codex' }))
        chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    } finally {
      await store.close();
    }
  }

  it('are taken, folded and read as those in the database, which holds none of them', async () => {
    const [one, two] = [codexId(1), codexId(2)];
    await (await machine('a')).send(codexSource(one), textOf(one));
    const beside = await sendingMachine(archive, tenant.id, 'b');
    await beside.send(codexSource(two), textOf(two));
    expect(await keysOf()).toHaveLength(1);
    expect(await ask('select body is null as out, object is null as inside from segment order by source_id')).toEqual([
      { out: true, inside: false },
      { out: false, inside: true },
    ]);
    await fold();
    for (const id of [one, two]) expect(await readRaw(url, id)).toBe(textOf(id));
    expect(await readRaw(archive.url, two)).toBe(textOf(two));
    await expect(readRaw(archive.url, one)).rejects.toThrow('?raw=s3://BUCKET/FOLDER');
  });

  it('go with a session that is forgotten', async () => {
    const [one, two] = [codexId(3), codexId(4)];
    const sender = await machine('a');
    await sender.send(codexSource(one), textOf(one));
    await sender.send(codexSource(two), textOf(two));
    await fold();
    const plan = await planForget(database, tenant.id, { session: { agent: 'codex', threadId: one } });
    await forget(database, tenant.id, plan);
    expect(await keysOf()).toHaveLength(1);
    expect(await readRaw(url, two)).toBe(textOf(two));
    expect(await ask('select 1 from raw_object')).toEqual([]);
  });

  it('go later where somebody forgets who cannot reach them: a worker removes them', async () => {
    const id = codexId(5);
    await (await machine('a')).send(codexSource(id), textOf(id));
    await fold();
    const plan = await planForget(archive.database, tenant.id, { session: { agent: 'codex', threadId: id } });
    await forget(archive.database, tenant.id, plan);
    expect(await keysOf()).toHaveLength(1);
    const ending = new AbortController();
    const worker = await startWorker({ url, signal: ending.signal });
    await vi.waitFor(async () => expect(await keysOf()).toEqual([]), { timeout: 20_000 });
    ending.abort();
    await worker.done;
    expect(await ask('select 1 from raw_object')).toEqual([]);
  });

  it('go when they are older than their tenant keeps them, whole months and single rows', async () => {
    const id = codexId(6);
    await (await machine('a')).send(codexSource(id), textOf(id));
    const old = "now() - interval '150 days'";
    await ask(`select make_month('segment', ${old})`);
    await ask(`update segment set at = ${old} where tenant = $1`, [tenant.id]);
    await setRetention(database, tenant.id, { raw: 30 });
    await retain(database, true);
    expect(await keysOf()).toHaveLength(1);
    await retain(database, false);
    expect(await keysOf()).toEqual([]);
    expect(await ask('select 1 from segment where tenant = $1', [tenant.id])).toEqual([]);
  });

  it('are stored once: a segment that does not begin at the head is answered without them', async () => {
    const id = codexId(7);
    const sender = await machine('a');
    const source = await sender.send(codexSource(id), textOf(id));
    const repeat = { start: 0, size: 3, packed: zstdCompressSync('{}\n'), redaction: '', marker: 'm' };
    expect(await sender.store.append(source, repeat)).toEqual({ ok: false, head: textOf(id).length });
    const stranger = createPostgresRawStore(database, {
      tenant: tenant.id,
      machine: await archive.createMachine(tenant.id, 'stranger'),
    });
    expect(await stranger.append(source, { ...repeat, start: textOf(id).length })).toBeUndefined();
    expect(await keysOf()).toHaveLength(1);
  });

  it('of two senders of one segment: one is kept, and the other is removed', async () => {
    const id = codexId(8);
    const sender = await machine('a');
    const [opened] = await sender.store.open([codexSource(id)]);
    const segment = { start: 0, size: 3, packed: zstdCompressSync('{}\n'), redaction: '', marker: 'm' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => sender.store.append(opened?.id ?? '', segment)));
    expect(answers.filter((answer) => typeof answer === 'object' && answer.ok)).toHaveLength(1);
    await ask("update raw_object set due = now() - interval '1 second'");
    await removeObjects(database);
    expect(await keysOf()).toHaveLength(1);
    const [kept] = await ask('select object from segment where source_id = $1', [opened?.id]);
    expect(await keysOf()).toEqual([`raw/${String(kept?.object)}`]);
  });

  it('that come after their object was given up are not taken', async () => {
    const id = codexId(9);
    const sender = await machine('a');
    const [opened] = await sender.store.open([codexSource(id)]);
    const { objects: place } = database;
    const slow: ServerDatabase = {
      ...database,
      objects: place && {
        ...place,
        async put(key, bytes) {
          await place.put(key, bytes);
          // As if an hour had gone by.
          await ask("update raw_object set due = now() - interval '1 second'");
          await removeObjects(database);
        },
      },
    };
    const store = createPostgresRawStore(slow, { tenant: tenant.id, machine: sender.id });
    const segment = { start: 0, size: 3, packed: zstdCompressSync('{}\n'), redaction: '', marker: 'm' };
    expect(await store.append(opened?.id ?? '', segment)).toEqual({ ok: false, head: 0 });
    expect(await ask('select 1 from segment where source_id = $1', [opened?.id])).toEqual([]);
  });

  it('are not acknowledged while the object store is away', async () => {
    const id = codexId(10);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9');
    const away = await connect({ url });
    vi.stubEnv('AWS_ENDPOINT_URL_S3', objects.environment.AWS_ENDPOINT_URL_S3 ?? '');
    const store = createPostgresRawStore(away, { tenant: tenant.id, machine: await archive.createMachine(tenant.id) });
    const [opened] = await store.open([codexSource(id)]);
    const segment = { start: 0, size: 3, packed: zstdCompressSync('{}\n'), redaction: '', marker: 'm' };
    await expect(store.append(opened?.id ?? '', segment)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await store.open([codexSource(id)]))[0]?.head).toBe(0);
    await away.close();
  });
});
