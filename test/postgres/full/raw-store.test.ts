import { zstdCompressSync } from 'node:zlib';
import type { RawSource, RawStore } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { createPostgresRawStore } from '../../../src/fleet/postgres/postgres-raw-store.ts';
import { readSource } from '../../../src/fleet/postgres/read-source.ts';
import { startArchive, type TestArchive } from '../archive.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const source: RawSource = {
  agent: 'codex',
  home: '/home/me/.codex',
  path: 'a.jsonl',
  generation: '1.2.3',
  mode: 'full',
};
const segment = (start: number, text: string) => ({
  start,
  size: Buffer.byteLength(text),
  packed: zstdCompressSync(text),
  redaction: '',
  marker: `ends with ${text.slice(-2, -1)}`.replaceAll(' ', '-'),
});

async function machine(): Promise<{ store: RawStore; tenant: number }> {
  const { id } = await archive.createTenant();
  return {
    tenant: id,
    store: createPostgresRawStore(archive.database, { tenant: id, machine: await archive.createMachine(id) }),
  };
}

async function textOf(tenant: number, id: string): Promise<string> {
  let text = '';
  for await (const { bytes } of readSource(archive.database, id, { tenant })) text += Buffer.from(bytes).toString();
  return text;
}

describe.skipIf(skip)('the raw store on PostgreSQL', () => {
  it('gives new sources a head of 0, and known ones theirs, in the order that was asked', async () => {
    const { store } = await machine();
    const other = { ...source, path: 'b\0.jsonl' };
    const [one, two, again] = await store.open([source, other, source]);
    expect(one).toMatchObject({ head: 0, state: 'open' });
    expect(again).toEqual(one);
    expect(two?.id).not.toBe(one?.id);
    await store.append(one?.id ?? '', segment(0, 'line\n'));
    expect(await store.open([other, source])).toMatchObject([
      { id: two?.id, head: 0 },
      { id: one?.id, head: 5, marker: 'ends-with-e' },
    ]);
  });

  it('takes a segment at the head only, and tells the true head', async () => {
    const { store, tenant } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    expect(await store.append(id, segment(0, 'one\n'))).toEqual({ ok: true, head: 4 });
    // The answer was lost, and the file has grown since.
    expect(await store.append(id, segment(0, 'one\ntwo\n'))).toEqual({ ok: false, head: 4 });
    expect(await store.append(id, segment(9, 'three\n'))).toEqual({ ok: false, head: 4 });
    expect(await store.append(id, segment(4, 'two\n'))).toEqual({ ok: true, head: 8 });
    expect(await textOf(tenant, id)).toBe('one\ntwo\n');
  });

  it('lets one of many senders of the same bytes win, each time', async () => {
    const { store, tenant } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => store.append(id, segment(round * 2, `${round % 10}\n`))),
      );
      expect(answers.filter((answer) => typeof answer === 'object' && answer.ok)).toHaveLength(1);
    }
    expect(await textOf(tenant, id)).toBe(Array.from({ length: 20 }, (_, round) => `${round % 10}\n`).join(''));
  });

  it('has nothing of another machine, another tenant, or an id that is none', async () => {
    const { store, tenant } = await machine();
    const { store: other, tenant: stranger } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    await store.append(id, segment(0, 'mine\n'));
    for (const wrong of ['', 'x', '-1', '1e3', '9'.repeat(30), "1' or true"]) {
      expect(await store.append(wrong, segment(0, 'x\n'))).toBeUndefined();
    }
    expect(await other.append(id, segment(5, 'x\n'))).toBeUndefined();
    const neighbour = createPostgresRawStore(archive.database, {
      tenant,
      machine: await archive.createMachine(tenant, 'ci'),
    });
    expect(await neighbour.append(id, segment(5, 'x\n'))).toBeUndefined();
    expect(await textOf(stranger, id)).toBe('');
    expect(await textOf(tenant, id)).toBe('mine\n');
  });

  it('takes nothing more of a source that was forgotten', async () => {
    const { store } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.run("update source set state = 'forgotten', path = null where id = $1", [id]),
    );
    expect(await store.append(id, segment(0, 'x\n'))).toBe('forgotten');
    expect(await store.open([source])).toMatchObject([{ id, state: 'forgotten' }]);
  });

  it('asks for a fold at once where much is new, else after a rest, and once a source', async () => {
    const { store, tenant } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    const job = () =>
      archive.database.transaction({ role: 'worker', tenant }, (queries) =>
        queries.get('select kind, asked, extract(epoch from due - now()) > 1 as rests from job where source_id = $1', [
          id,
        ]),
      );
    await store.append(id, segment(0, 'one\n'));
    expect(await job()).toMatchObject({ kind: 'fold', asked: '1', rests: false });
    await archive.database.transaction({ role: 'owner' }, async (queries) => {
      await queries.run('delete from job where source_id = $1', [id]);
      await queries.run('update source set head = 1000000, folded = 1000000 where id = $1', [id]);
    });
    await store.append(id, segment(1_000_000, 'two\n'));
    expect(await job()).toMatchObject({ rests: true });
    await store.append(id, segment(1_000_004, 'x'.repeat(70_000)));
    expect(await job()).toMatchObject({ asked: '2', rests: false });
  });

  it('makes the month that is missing', async () => {
    const { store, tenant } = await machine();
    const [{ id } = { id: '' }] = await store.open([source]);
    const part = `segment_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
    await archive.database.transaction({ role: 'owner' }, (queries) => queries.run(`drop table ${part}`));
    expect(await store.append(id, segment(0, 'one\n'))).toMatchObject({ ok: true });
    expect(await textOf(tenant, id)).toBe('one\n');
  });

  it('writes as a role that cannot read what was sent', async () => {
    const { tenant } = await machine();
    for (const what of [
      'body from segment',
      'body from block',
      'title from session',
      'hash from token',
      '* from word',
    ]) {
      const asked = archive.database.transaction({ role: 'gateway', tenant }, (queries) =>
        queries.all(`select ${what}`),
      );
      await expect(asked, what).rejects.toMatchObject({ code: 'refused' });
    }
  });
});
