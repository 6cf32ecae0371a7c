import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createToken,
  type GatewayStore,
  openGatewayStore,
  type RunningGateway,
  startGateway,
  tokenDigest,
} from '../../src/fleet/gateway/index.ts';
import { addToken, connect, findTenant, JOB_CHANNEL, readSource, revokeToken } from '../../src/fleet/postgres/index.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { createClient, madeSource } from './client.ts';

const started = await startArchive();
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;

let store: GatewayStore;
let gateway: RunningGateway;
let faults: unknown[];
const address = () => `http://127.0.0.1:${gateway.port}`;

async function newToken(name: string, options: { tenant?: number; group?: boolean } = {}): Promise<string> {
  const token = createToken();
  const tenant = options.tenant ?? (await findTenant(archive.database, 'default'));
  await addToken(archive.database, tenant, { name, hash: tokenDigest(token), group: options.group });
  return token;
}

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

async function textOf(source: string): Promise<string> {
  const tenant = Number((await asOwner('select tenant from source where id = $1', [source]))[0]?.tenant);
  let text = '';
  for await (const { bytes } of readSource(archive.database, source, { tenant })) text += Buffer.from(bytes).toString();
  return text;
}

let names = 0;
const fresh = (name: string) => {
  names += 1;
  return `${name}-${names}`;
};

describe.skipIf(skip)('a gateway on PostgreSQL', () => {
  beforeEach(async () => {
    faults = [];
    store = await openGatewayStore(archive.url);
    gateway = await startGateway({ store, port: 0, host: '127.0.0.1', onFault: (error) => faults.push(error) });
  });
  afterEach(async () => {
    await gateway.close();
    await store.close();
  });
  afterAll(() => archive.close());

  it('keeps what machines send, each in its own place, and asks for a fold', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const { sources } = await client.open([madeSource(), madeSource('sessions/b.jsonl')]);
    const [one, two] = sources.map(({ id }) => id);
    expect(sources.map(({ head, state }) => [head, state])).toEqual([
      [0, 'open'],
      [0, 'open'],
    ]);
    expect(await client.put(one ?? '', 0, '{"a":1}\n')).toMatchObject({ status: 200, head: 8 });
    expect(await client.put(one ?? '', 8, '{"a":2}\n')).toMatchObject({ status: 200, head: 16 });
    expect(await client.put(one ?? '', 8, '{"a":2}\n{"a":3}\n')).toMatchObject({ status: 409, head: 16 });
    expect(await client.put(two ?? '', 0, '{"b":1}\n')).toMatchObject({ status: 200, head: 8 });
    expect(await textOf(one ?? '')).toBe('{"a":1}\n{"a":2}\n');
    expect(await textOf(two ?? '')).toBe('{"b":1}\n');
    expect(await asOwner('select 1 from job where source_id = any($1)', [[one, two]])).toHaveLength(2);
    expect((await client.open([madeSource()])).sources).toMatchObject([{ id: one, head: 16 }]);
  });

  it('takes one of many segments that begin at the same byte', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    const tries = Array.from({ length: 12 }, (_, index) => client.put(id, 0, `{"try":${index}}\n`));
    const answers = await Promise.all(tries);
    const kept = answers.filter(({ status }) => status === 200);
    expect(kept).toHaveLength(1);
    expect(answers.every(({ status, head }) => (status === 200 || status === 409) && head === kept[0]?.head)).toBe(
      true,
    );
    expect(Buffer.byteLength(await textOf(id))).toBe(kept[0]?.head);
  });

  it('knows a token no more once it is revoked, and goes on with the machine when it gets another', async () => {
    const name = fresh('laptop');
    const tenant = await findTenant(archive.database, 'default');
    const client = createClient(address, await newToken(name));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    expect(await revokeToken(archive.database, tenant, name)).toBe(true);
    expect((await client.put(id, 0, '{}\n')).status).toBe(401);
    expect((await client.open([madeSource()])).status).toBe(401);
    expect(await revokeToken(archive.database, tenant, name)).toBe(false);
    const again = createClient(address, await newToken(name));
    expect((await again.open([madeSource()])).sources).toMatchObject([{ id, head: 0 }]);
  });

  it('answers 404 for a source of another machine or another tenant, and changes nothing of it', async () => {
    const owner = createClient(address, await newToken(fresh('laptop')));
    const id = (await owner.open([madeSource()])).sources[0]?.id ?? '';
    const { id: tenant } = await archive.createTenant();
    for (const token of [await newToken(fresh('other')), await newToken('laptop', { tenant })]) {
      const stranger = createClient(address, token);
      expect(await stranger.put(id, 0, '{}\n')).toMatchObject({ status: 404, head: -1 });
      expect((await stranger.open([madeSource()])).sources[0]?.id).not.toBe(id);
    }
    for (const odd of ['0', '-1', '9'.repeat(18), '9'.repeat(60), 'x', `${id}_`]) {
      expect((await owner.put(odd, 0, '{}\n')).status).toBe(404);
    }
    expect((await owner.open([madeSource()])).sources[0]?.head).toBe(0);
  });

  it('refuses the segments of a source that was forgotten', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    await asOwner("update source set state = 'forgotten' where id = $1", [id]);
    expect((await client.put(id, 0, '{}\n')).status).toBe(410);
    expect((await client.open([madeSource()])).sources).toMatchObject([{ id, state: 'forgotten' }]);
  });

  it('makes a machine of each name that comes with the token of a group', async () => {
    const group = fresh('ci');
    const token = await newToken(group, { group: true });
    const ids = [];
    for (const name of ['run 1', 'run 2', undefined, 'run 1']) {
      ids.push((await createClient(address, token, name).open([madeSource()])).sources[0]?.id);
    }
    expect(new Set(ids).size).toBe(3);
    const rows = await asOwner('select name from machine where name like $1 order by name', [`${group}%`]);
    expect(rows.map(({ name }) => name)).toEqual([group, `${group}/run 1`, `${group}/run 2`]);
  });

  it('has a role that cannot read what it keeps, nor tokens', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    await client.put(id, 0, '{"text":"plain"}\n');
    const tenant = await findTenant(archive.database, 'default');
    for (const sql of [
      'select body from segment',
      'select * from segment',
      'select body from block',
      'select title from session',
      'select first_prompt from session',
      'select word from word',
      'select hash from token',
      'delete from segment',
      'delete from source',
      'update token set revoked_at = null',
      "insert into token(tenant, name, hash) values (1, 'x', 'x')",
    ]) {
      const asked = archive.database.transaction({ role: 'gateway', tenant }, (queries) => queries.all(sql));
      await expect(asked, sql).rejects.toMatchObject({ code: 'refused' });
    }
    const seen = await archive.database.transaction({ role: 'gateway' }, (queries) =>
      queries.all('select id from source'),
    );
    expect(seen, 'no tenant, no rows').toEqual([]);
  });

  it('can be a user that has that role alone', async () => {
    await asOwner(`do $$ begin create role gateway_alone login in role threadline_gateway;
      exception when duplicate_object then null; end $$`);
    const url = new URL(archive.url);
    url.username = 'gateway_alone';
    const alone = await openGatewayStore(url.href);
    const second = await startGateway({
      store: alone,
      port: 0,
      host: '127.0.0.1',
      onFault: (error) => faults.push(error),
    });
    const client = createClient(() => `http://127.0.0.1:${second.port}`, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    expect(await client.put(id, 0, '{}\n')).toMatchObject({ status: 200, head: 3 });
    expect((await fetch(`http://127.0.0.1:${second.port}/health`)).status).toBe(200);
    await second.close();
    await alone.close();
    const database = await connect({ url: url.href });
    for (const role of ['owner', 'worker', 'reader'] as const) {
      const asked = database.transaction({ role, tenant: 1 }, (queries) =>
        queries.all('select body from threadline.segment'),
      );
      await expect(asked, role).rejects.toMatchObject({ code: 'refused' });
    }
    await database.close();
    expect(faults).toEqual([]);
  });

  it('tells those who listen, and how much waits', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    const stop = new AbortController();
    let heard = 0;
    const listening = archive.database.listen(JOB_CHANNEL, () => (heard += 1), stop.signal);
    while (heard === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.put(id, 0, '{}\n');
    while (heard === 1) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await listening;
    const text = await (await fetch(`${address()}/metrics`)).text();
    expect(Number(/^threadline_jobs (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  });

  it('answers 503 while the server is away, and goes on when it is back, without a gap', async () => {
    const client = createClient(address, await newToken(fresh('laptop')));
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    let head = (await client.put(id, 0, '{"a":1}\n')).head;
    await archive.server.stop();
    const away = await client.put(id, head, '{"a":2}\n');
    expect(away.status).toBe(503);
    expect(away.retryAfter).toBeGreaterThan(0);
    expect((await fetch(`${address()}/health`)).status).toBe(503);
    expect(faults.length).toBeGreaterThan(0);
    await archive.server.start();
    const back = await client.put(id, head, '{"a":2}\n');
    expect(back).toMatchObject({ status: 200, head: 16 });
    head = back.head;
    await archive.server.kill();
    expect((await client.put(id, head, '{"a":3}\n')).status).toBe(503);
    await archive.server.start();
    expect(await client.put(id, head, '{"a":3}\n')).toMatchObject({ status: 200, head: 24 });
    expect(await textOf(id)).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  });
});
