import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { FoldedBlock, FoldedSession } from 'threadline/archive';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPostgresRawStore,
  createPostgresSink,
  findForgettable,
  forget,
  openPostgresStore,
  overwriteDeleted,
  planForget,
} from '../../src/fleet/postgres/index.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { madeSource } from './client.ts';

const started = await startArchive();
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const archive = started as TestArchive;

interface Sent {
  thread: string;
  machine: string;
  word: string;
  project?: string;
  parent?: string;
}

function folded({ thread, word, project = '/work/a', parent }: Sent): FoldedSession {
  const block: FoldedBlock = {
    message: 'm1',
    role: 'user',
    kind: 'text',
    inherited: false,
    at: Date.now(),
    line: 1,
    text: `${word} in a text ${'.'.repeat(3000)}`,
    touched: [{ path: `/work/${word}.ts`, how: 'read' }],
  };
  return {
    head: {
      key: { agent: 'codex', threadId: thread, home: '/home/me/.codex' },
      path: `sessions/${word}.jsonl`,
      archived: false,
      project,
      title: `Title ${word}`,
      firstPrompt: word,
      startedAt: Date.now(),
      endedAt: Date.now(),
      status: { now: 'working', until: 0, later: 'done' },
      turns: 1,
      messages: 1,
      tools: 0,
      errors: 0,
      problems: 0,
      size: 10,
      parentThread: parent,
    },
    blocks: [block],
    usage: [
      {
        agent: 'codex',
        threadId: thread,
        key: `resp_${thread}`,
        at: Date.now(),
        project,
        model: 'gpt',
        input: 5,
        cached: 0,
        cacheWrite: 0,
        output: 1,
        reasoning: 0,
        source: word,
        line: 1,
      },
    ],
  };
}

describe.skipIf(skip)('forgetting on PostgreSQL', () => {
  let tenant = { id: 0, name: '' };
  beforeEach(async () => {
    tenant = await archive.createTenant();
  });
  afterAll(() => archive.close());

  const ask = (sql: string, values: unknown[] = []) =>
    archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

  async function machineOf(name: string, owner: string): Promise<string> {
    const [row] = await ask(
      `insert into machine(tenant, name, owner) values ($1, $2, $3)
        on conflict (tenant, name) do update set owner = excluded.owner returning id`,
      [tenant.id, name, owner],
    );
    return String(row?.id);
  }

  /** As a machine sends it and a worker folds it. Gives the source. */
  async function send(sent: Sent): Promise<string> {
    const machine = await machineOf(sent.machine, `owner of ${sent.machine}`);
    const raw = createPostgresRawStore(archive.database, { tenant: tenant.id, machine });
    const project = sent.project ?? '/work/a';
    const [source] = await raw.open([madeSource(`sessions/${sent.word}.jsonl`, { project, title: sent.word })]);
    const text = `{"text":"${sent.word}"}\n`;
    const packed = zstdCompressSync(text);
    await raw.append(source?.id ?? '', { start: 0, size: text.length, packed, redaction: '', marker: sent.word });
    const sink = createPostgresSink(archive.database, {
      tenant: tenant.id,
      source: { id: source?.id ?? '', machine },
    });
    await sink.putSession(folded(sent));
    return source?.id ?? '';
  }

  const headOf = async (source: string) =>
    (await ask('select state, path, home, project, title from source where id = $1', [source]))[0];

  it('takes a session away with its text, words, files and requests, and what copies of it tell', async () => {
    const gone = await send({ thread: 'one', machine: 'laptop', word: 'xyzzyplugh' });
    const copy = await send({ thread: 'one', machine: 'desktop', word: 'xyzzyplugh' });
    await send({ thread: 'two', machine: 'laptop', word: 'frotzgnusto' });
    expect(await findForgettable(archive.database, tenant.id, 'o')).toMatchObject([{ key: { threadId: 'one' } }]);
    const plan = await planForget(archive.database, tenant.id, { session: { agent: 'codex', threadId: 'one' } });
    expect(plan.sessions.map(({ key, machine }) => [key.threadId, machine])).toEqual([['one', 'laptop']]);
    expect(plan.sources.sort()).toEqual([gone, copy].sort());
    await forget(archive.database, tenant.id, plan);
    const store = await openPostgresStore({ url: archive.url, tenant: tenant.name });
    expect((await store.listSessions({}, { limit: 9 })).rows.map(({ key }) => key.threadId)).toEqual(['two']);
    expect((await store.search({ text: 'xyzzyplugh', mode: 'words' }, { limit: 9 })).hits).toEqual([]);
    expect((await store.search({ text: 'frotzgnusto', mode: 'words' }, { limit: 9 })).hits).toHaveLength(1);
    expect(await store.usage({ by: 'session' })).toMatchObject([{ key: 'two', input: 5 }]);
    await store.close();
    for (const source of [gone, copy]) {
      expect(await headOf(source)).toEqual({ state: 'forgotten', path: null, home: '', project: null, title: null });
      expect(await ask('select 1 from segment where source_id = $1', [source])).toEqual([]);
    }
    expect(await ask("select 1 from word where word like 'xyzzy%'")).toEqual([]);
    expect(await ask("select detail from audit where tenant = $1 and action = 'forget'", [tenant.id])).toEqual([
      { detail: '1 sessions, 2 sources' },
    ]);
  });

  it('takes the sub-agents of a session too, and theirs, also those that come later; not those of others', async () => {
    await send({ thread: 'one', machine: 'laptop', word: 'nitfol' });
    await send({ thread: 'child', machine: 'laptop', word: 'plugh', parent: 'one' });
    await send({ thread: 'grandchild', machine: 'laptop', word: 'yoho', parent: 'child' });
    await send({ thread: 'other', machine: 'laptop', word: 'espnis', parent: 'two' });
    const plan = await planForget(archive.database, tenant.id, { session: { agent: 'codex', threadId: 'one' } });
    expect(plan.sessions.map(({ key, isSubagent }) => [key.threadId, isSubagent])).toEqual([
      ['one', false],
      ['child', true],
      ['grandchild', true],
    ]);
    expect(plan.sources).toHaveLength(3);
    await forget(archive.database, tenant.id, plan);
    const late = await send({ thread: 'late', machine: 'desktop', word: 'gaspar', parent: 'grandchild' });
    const later = await send({ thread: 'later', machine: 'desktop', word: 'mudge', parent: 'late' });
    for (const source of [late, later]) expect(await headOf(source)).toMatchObject({ state: 'forgotten', path: null });
    expect(await ask('select thread_id from session where tenant = $1', [tenant.id])).toEqual([{ thread_id: 'other' }]);
    expect(
      await ask('select word from word where tenant = $1 and word = any($2) order by word', [
        tenant.id,
        ['nitfol', 'plugh', 'yoho', 'espnis', 'gaspar', 'mudge'],
      ]),
    ).toEqual([{ word: 'espnis' }]);
  });

  it('does not end where two sessions call each other their parents', async () => {
    await send({ thread: 'one', machine: 'laptop', word: 'nitfol', parent: 'two' });
    await send({ thread: 'two', machine: 'laptop', word: 'plugh', parent: 'one' });
    const plan = await planForget(archive.database, tenant.id, { session: { agent: 'codex', threadId: 'one' } });
    expect(plan.sessions).toHaveLength(2);
  });

  it('is for good: neither the file in a new life, nor another file that tells the session, brings it back', async () => {
    const sent = { thread: 'one', machine: 'laptop', word: 'plover' };
    const first = await send(sent);
    const plan = await planForget(archive.database, tenant.id, { session: { agent: 'codex', threadId: 'one' } });
    await forget(archive.database, tenant.id, plan);
    const machine = await machineOf('laptop', 'x');
    const raw = createPostgresRawStore(archive.database, { tenant: tenant.id, machine });
    const lives = await raw.open([
      madeSource('sessions/plover.jsonl'),
      madeSource('sessions/plover.jsonl', { generation: 'another' }),
    ]);
    expect(lives.map(({ id, state }) => [id === first, state])).toEqual([
      [true, 'forgotten'],
      [false, 'forgotten'],
    ]);
    expect(await headOf(lives[1]?.id ?? '')).toEqual({
      state: 'forgotten',
      path: null,
      home: '',
      project: null,
      title: null,
    });
    const other = await send({ ...sent, machine: 'desktop' });
    expect(await headOf(other)).toMatchObject({ state: 'forgotten', path: null });
    expect(await ask('select 1 from session where tenant = $1', [tenant.id])).toEqual([]);
    expect(await ask('select 1 from segment where tenant = $1', [tenant.id])).toEqual([]);
  });

  it('takes a person, a machine or a project, and nothing of others', async () => {
    await send({ thread: 'a', machine: 'laptop', word: 'one', project: '/work/a' });
    await send({ thread: 'b', machine: 'laptop', word: 'two', project: '/work/a/sub' });
    await send({ thread: 'c', machine: 'desktop', word: 'three', project: '/work/ab' });
    const planned = async (what: Parameters<typeof planForget>[2]) =>
      (await planForget(archive.database, tenant.id, what)).sessions.map(({ key }) => key.threadId).sort();
    expect(await planned({ owner: 'owner of laptop' })).toEqual(['a', 'b']);
    expect(await planned({ machine: 'desktop' })).toEqual(['c']);
    expect(await planned({ project: '/work/a' })).toEqual(['a', 'b']);
    expect(await planned({ project: '/work/a/' })).toEqual(['a', 'b']);
    expect(await planned({ machine: 'nobody' })).toEqual([]);
    const stranger = await archive.createTenant();
    for (const what of [
      { owner: 'owner of laptop' },
      { project: '/work/a' },
      { session: { agent: 'codex', threadId: 'a' } },
    ]) {
      expect(await planForget(archive.database, stranger.id, what)).toEqual({
        sessions: [],
        sources: [],
        people: [],
        held: 0,
      });
    }
  });

  it('leaves nothing in the files of the database, once they are overwritten', async () => {
    const word = 'qwertyzxcvbnm';
    await send({ thread: 'secret', machine: 'laptop', word });
    expect(await holds(word)).toBe(true);
    const plan = await planForget(archive.database, tenant.id, { machine: 'laptop' });
    await forget(archive.database, tenant.id, plan);
    await overwriteDeleted(archive.url);
    expect(await holds(word)).toBe(false);
  });

  /** In any file of the tables and their indexes; the write-ahead log has all that was ever written, for a while. */
  async function holds(word: string): Promise<boolean> {
    await archive.server.ask('checkpoint');
    const base = join(archive.server.folder ?? '', 'data/base');
    return globSync('**/*', { cwd: base }).some((name) => {
      const path = join(base, name);
      return statSync(path).isFile() && readFileSync(path).includes(word);
    });
  }
});
