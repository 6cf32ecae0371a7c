import type { FoldedBlock, FoldedSession } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../../src/fleet/postgres/postgres-sink.ts';
import { startArchive, type TestArchive } from '../archive.ts';
import { filledSession } from '../filled-session.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const AT = Date.UTC(2026, 10, 1);
const KEY = { agent: 'codex', threadId: 't', home: '/h' };

async function opened() {
  const { id, name } = await archive.createTenant();
  return {
    id,
    sink: createPostgresSink(archive.database, { tenant: id }),
    store: await openPostgresStore({ url: archive.url, tenant: name }),
  };
}

function session(threadId: string, texts: readonly string[], more: Partial<FoldedBlock> = {}): FoldedSession {
  const fold = filledSession(threadId);
  const blocks = texts.map(
    (text, index): FoldedBlock => ({
      message: `m${index}`,
      role: 'user',
      kind: 'text',
      inherited: false,
      at: AT + index,
      line: index,
      text,
      ...more,
    }),
  );
  return { ...fold, blocks };
}

const rows = (tenant: number, sql: string) =>
  archive.database.transaction({ role: 'worker', tenant }, (queries) => queries.all(sql));

describe.skipIf(skip)('the sink on PostgreSQL', () => {
  it('lets many write at once: the same words, the same requests, the same session', async () => {
    const { id, store } = await opened();
    const words = Array.from({ length: 200 }, (_, index) => `w${index}`);
    const write = async (number: number) => {
      const sink = createPostgresSink(archive.database, { tenant: id });
      const own = number % 2 === 0 ? words : words.toReversed();
      const fold = session(`s${number}`, [own.join(' '), `only${number}`]);
      await sink.putSession({ ...fold, usage: filledSession('shared').usage });
      await sink.putSession(session('same', ['one', 'two', `three ${number}`].slice(0, 2 + (number % 2))));
    };
    await Promise.all(Array.from({ length: 12 }, (_, number) => write(number)));
    expect((await store.listSessions({}, { limit: 100 })).rows).toHaveLength(13);
    // What all of them tell, and what the session tells that all of them wrote.
    expect(await store.usage({ by: 'agent' })).toMatchObject([{ requests: 2 }]);
    const same = await store.readBlocks({ agent: 'codex', threadId: 'same' }, { from: 0, count: 10 });
    expect(same.map(({ seq }) => seq)).toEqual([0, 1, 2].slice(0, same.length));
    expect(await store.getSession({ agent: 'codex', threadId: 'same' })).toMatchObject({ blocks: same.length });
    expect((await store.search({ text: 'w150', mode: 'words' }, { limit: 100 })).hits).toHaveLength(12);
    await store.close();
  }, 60_000);

  it('is never seen half done', async () => {
    const { sink, store } = await opened();
    const versions = [Array(5).fill('alpha'), Array(40).fill('beta')];
    await sink.putSession(session('t', versions[0] ?? []));
    let isDone = false;
    const writing = (async () => {
      for (let round = 1; round < 15; round += 1) await sink.putSession(session('t', versions[round % 2] ?? []));
      isDone = true;
    })();
    const seen = new Set<string>();
    while (!isDone) {
      const texts = (await store.readBlocks(KEY, { from: 0, count: 100 })).map(({ text }) => text);
      seen.add(`${texts.length} ${[...new Set(texts)].join()}`);
    }
    await writing;
    for (const one of seen) expect(['5 alpha', '40 beta']).toContain(one);
    await store.close();
  }, 60_000);

  it('keeps a word while any block of the tenant holds it, and not longer', async () => {
    const { id, sink, store } = await opened();
    const known = async () =>
      (await rows(id, "select word from word where word in ('shared', 'secretive', 'late')")).map(({ word }) => word);
    await sink.putSession(session('t', ['shared secretive']));
    await sink.putSession(session('other', ['shared']));
    expect((await known()).sort()).toEqual(['secretive', 'shared']);
    await sink.putSession(session('t', ['shared late']));
    expect((await known()).sort()).toEqual(['late', 'shared']);
    await sink.dropSession(KEY);
    expect(await known()).toEqual(['shared']);
    await sink.dropSession({ agent: 'codex', threadId: 'other' });
    expect(await rows(id, 'select word from word')).toEqual([]);
    await store.close();
  });

  it('takes texts that hold more words than an index row can', async () => {
    const { sink, store } = await opened();
    const long = Array.from({ length: 90_000 }, (_, index) => `word${index.toString(36)}`).join(' ');
    await sink.putSession(session('t', [`${long} lastword at its end`, 'another text']));
    const find = async (text: string, mode: 'words' | 'phrase' | 'exact') =>
      (await store.search({ text, mode }, { limit: 5 })).hits.map(({ seq, match }) => `${seq} ${match}`);
    expect(await find('lastword', 'words')).toEqual(['0 lastword']);
    expect(await find('lastword at its', 'phrase')).toEqual(['0 lastword at its']);
    expect(await find('astword at', 'exact')).toEqual(['0 astword at']);
    expect(await find('lastwordly', 'words')).toEqual([]);
    await store.close();
  });

  it('counts texts that PostgreSQL keeps with other characters as problems, each once', async () => {
    const { sink, store } = await opened();
    const fold = session('t', ['a\0b\0c', '\ud800', 'plain \ufffd', '']);
    await sink.putSession({ ...fold, head: { ...fold.head, problems: 3 } });
    const { problems } = (await store.getSession(KEY)) ?? {};
    expect(problems).toBe(5);
    const texts = (await store.readBlocks(KEY, { from: 0, count: 9 })).map(({ text }) => text);
    expect(texts).toEqual(['a\ufffdb\ufffdc', '\ufffd', 'plain \ufffd', '']);
    await sink.putSession({ ...fold, blocks: [], head: { ...fold.head, problems: 3 } });
    expect(await store.getSession(KEY)).toMatchObject({ problems: 3 });
    await store.close();
  });

  it('puts what has an odd time where it is found, and makes no month for it', async () => {
    const { id, sink, store } = await opened();
    const times = [0, 1, Date.UTC(2019, 5, 1), Date.UTC(2021, 1, 28, 23, 59), Date.UTC(2109, 0, 1), 8.64e15 - 1];
    for (const [index, at] of times.entries()) await sink.putSession(session(`t${index}`, ['oddity'], { at }));
    const { hits } = await store.search({ text: 'oddity', mode: 'words' }, { limit: 10 });
    expect(hits.map(({ at }) => at).sort((one, other) => one - other)).toEqual(times);
    const parts = await rows(id, "select relname from pg_class where relname ~ '^block_[0-9_]+$' order by 1");
    expect(parts.map(({ relname }) => relname).filter((name) => String(name) > 'block_2027')).toEqual([]);
    expect(parts.map(({ relname }) => relname)).toContain('block_2021_02');
    await store.close();
  });

  it('gives a thread that two machines tell to the one that goes on from the other', async () => {
    const { id, store, sink } = await opened();
    const told = (machine: string, texts: readonly string[]) => {
      const fold = session('t', texts);
      return { ...fold, head: { ...fold.head, machine } };
    };
    const shown = async () => (await store.getSession(KEY))?.machine;
    await sink.putSession(told('laptop', ['one', 'two']));
    expect(await sink.putSession(told('desktop', ['one', 'two']))).toMatchObject({ written: 0 });
    expect(await shown()).toBe('laptop');
    expect(await sink.putSession(told('desktop', ['one', 'two', 'three']))).toMatchObject({ written: 1 });
    expect(await shown()).toBe('desktop');
    expect(await sink.putSession(told('laptop', ['one', 'two']))).toMatchObject({ written: 0 });
    expect(await sink.putSession(told('laptop', ['one', 'else', 'three', 'four']))).toMatchObject({ written: 0 });
    expect(await shown()).toBe('desktop');
    const problems = await rows(id, 'select problem from source where problem is not null');
    expect(problems).toMatchObject([{ problem: expect.stringContaining('differently') }]);
    expect(await store.usage({ by: 'session' })).toMatchObject([{ requests: 1 }]);
    await store.close();
  });

  it('tells changes that came while the server was away', async () => {
    const { sink, store } = await opened();
    const stop = new AbortController();
    const changes = store.changes('0', stop.signal)[Symbol.asyncIterator]();
    const seen: string[] = [];
    const see = async () => {
      const { value } = await changes.next();
      seen.push(value.session.threadId);
    };
    await sink.putSession(session('one', ['x']));
    await see();
    await archive.server.kill();
    const waiting = see();
    await archive.server.start();
    await sink.putSession(session('two', ['x']));
    await waiting;
    expect(seen).toEqual(['one', 'two']);
    stop.abort();
    await changes.next();
    await store.close();
  }, 60_000);
});
