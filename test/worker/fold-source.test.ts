import { readFileSync } from 'node:fs';
import type { Archive, RawSource } from 'threadline/archive';
import { afterAll, describe, expect, it } from 'vitest';
import { FOLD_VERSION } from '../../src/archive/folding/fold-version.ts';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { claudeSession, codexHead, codexId } from '../archive/made-home.ts';
import { tempArchive, tempFolder } from '../archive/temp-archive.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';
import { fixtureHomes } from './fixture-homes.ts';
import { type MadeTenant, makeTenant, session, type TenantRows, turn } from './made-tenant.ts';
import { codexSource, foldAll, sendHome } from './sent-files.ts';

const started = await startArchive();
const skip = 'skip' in started;
// Where it is missing, nothing below is run.
const archive = started as TestArchive;
afterAll(() => (skip ? undefined : archive.close()));

const newTenant = () => makeTenant(archive);

/** Compares what is the same on both sides, and gives how many sessions that were. */
async function expectSame(local: Archive, made: TenantRows): Promise<number> {
  const { rows: sessions } = await local.listSessions({ subagents: true }, { limit: 10_000 });
  const byKey = new Map(made.sessions.map((row) => [`${row.agent} ${row.thread_id}`, row]));
  for (const row of sessions) {
    const blocks = await local.readBlocks(row.key, { from: 0, count: 100_000 });
    // What PostgreSQL does not keep is replaced, and told.
    const odd = blocks.filter(({ text }) => text.includes('\0'));
    expect(byKey.get(`${row.key.agent} ${row.key.threadId}`), row.path).toMatchObject({
      path: row.path.replace(/\.zst$/, ''),
      home: row.key.home,
      project: row.project ?? null,
      branch: row.branch ?? null,
      title: row.title ?? null,
      first_prompt: row.firstPrompt ?? null,
      model: row.model ?? null,
      version: row.version ?? null,
      turns: row.turns,
      messages: row.messages,
      tools: row.tools,
      errors: row.errors,
      problems: row.problems + odd.length,
      problem: row.problem ?? null,
      parent_thread: row.parentThread ?? null,
      forked_from: row.forkedFrom ?? null,
    });
    const theirs = made.blocks.filter(({ thread_id }) => thread_id === row.key.threadId);
    expect(theirs.map(({ body, kind, role, message }) => ({ text: body, kind, role, message }))).toEqual(
      blocks.map(({ text, kind, role, message }) => ({ text: text.replaceAll('\0', '\ufffd'), kind, role, message })),
    );
  }
  expect(made.sessions.length).toBe(sessions.length);
  const { rows: used } = await local.usageRows({}, { limit: 10_000 });
  // Claude Code 1.0 copied requests into resumed sessions without their names: only SQLite, which sees all files at once,
  // knows them again.
  const named = new Set(
    made.usage.flatMap(({ key }) => (String(key).includes(' ') ? [String(key).split(' ')[0]] : [])),
  );
  const requests = [
    made.usage.flatMap(({ counts, thread_id, key, at, input }) =>
      counts && !named.has(String(key)) ? [`${thread_id} ${key} ${Number(at)} ${input}`] : [],
    ),
    used.map(({ threadId, key, at, input }) => `${threadId} ${key} ${at} ${input}`),
  ];
  expect(requests[0]?.sort()).toEqual(requests[1]?.sort());
  return sessions.length;
}

describe.skipIf(skip)('a worker', () => {
  it('makes of what was sent what the SQLite archive makes of the files, for every bundled session', async () => {
    // Each home by itself: the recorded services gave the same ids to requests of different homes.
    const homes: [string, MadeTenant][] = [];
    for (const home of fixtureHomes(tempFolder('home'))) {
      const tenant = await newTenant();
      await sendHome(await tenant.machine(), home);
      homes.push([home, tenant]);
    }
    expect(await foldAll(archive)).toEqual([]);
    let count = 0;
    for (const [home, { rows }] of homes) {
      const local = await tempArchive({ homes: [home] });
      await local.refresh();
      count += await expectSame(local, await rows());
    }
    expect(count).toBeGreaterThan(60);
  }, 120_000);

  it('writes what is new, and only that', async () => {
    const { machine, texts, rows } = await newTenant();
    const laptop = await machine();
    const source = codexSource(codexId(1));
    const id = await laptop.send(source, session(1, turn(1)));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1']);
    await laptop.send(source, turn(2));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1', 'text 2', 'answer text 2']);
    const { sources } = await rows();
    expect(sources).toMatchObject([{ fold: FOLD_VERSION, problem: null }]);
    expect(sources[0]?.folded).toBe(sources[0]?.head);
    expect(id).toMatch(/^\d+$/);
  });

  it('shows the name that stood beside the file, and another when it gets one', async () => {
    const { machine, rows } = await newTenant();
    const laptop = await machine();
    const named = (title?: string) => codexSource(codexId(1), { title });
    const titles = async () => (await rows()).sessions.map(({ title }) => title);
    const id = await laptop.send(named('First name'), session(1, turn(1)));
    expect(await foldAll(archive)).toEqual([]);
    expect(await titles()).toEqual(['First name']);
    // Nothing of the file changes.
    await laptop.store.open([named('Better name')]);
    await foldAll(archive);
    expect(await titles()).toEqual(['Better name']);
    await laptop.store.open([named('Better name')]);
    const jobs = await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.all('select 1 from job where source_id = $1', [id]),
    );
    expect(jobs).toEqual([]);
    // An earlier collector says nothing of names.
    await laptop.send(named(), turn(2));
    await foldAll(archive);
    expect(await titles()).toEqual(['Better name']);
    // Of another machine it is none.
    await (await machine()).store.open([named('Stolen name')]);
    await foldAll(archive);
    expect(await titles()).toEqual(['Better name']);
  });

  it('counts what a fork of Claude Code repeats for the session that made it, whichever file comes first', async () => {
    const [id, fork] = [1, 2].map((number) => `00000000-1111-4222-8333-00000000000${number}`) as [string, string];
    const home = tempFolder('home');
    const original = readFileSync(claudeSession(home, id, ['ask', 'answered', 'again', 'and again']), 'utf8');
    const mark = `"sessionId":"${fork}","forkedFrom":{"sessionId":"${id}","messageUuid":"x"}`;
    const own = readFileSync(claudeSession(home, fork, ['go on', 'gone on']), 'utf8');
    const forked = original.replaceAll(`"sessionId":"${id}"`, mark) + own;
    const source = (name: string): RawSource => ({
      agent: 'claude',
      home: '/home/user/.claude',
      path: `projects/-project/${name}.jsonl`,
      generation: 'first',
      mode: 'full',
    });
    for (const order of [
      [id, fork],
      [fork, id],
    ]) {
      const { machine, rows } = await newTenant();
      const laptop = await machine();
      for (const name of order) {
        await laptop.send(source(name), name === id ? original : forked);
        expect(await foldAll(archive)).toEqual([]);
      }
      const counted = (await rows()).usage.filter(({ counts }) => counts);
      const by = (thread: string) => counted.filter(({ thread_id }) => thread_id === thread).length;
      expect({ order, original: by(id), fork: by(fork) }).toEqual({ order, original: 2, fork: 1 });
    }
  });

  it('keeps no text of a source that was sent for its counts', async () => {
    const { machine, rows } = await newTenant();
    const laptop = await machine();
    await laptop.send(codexSource(codexId(1), { mode: 'usage' }), session(1, turn(1, 'a secret thing')));
    expect(await foldAll(archive)).toEqual([]);
    const made = await rows();
    expect(made).toMatchObject({ blocks: [], touched: [], words: [], usage: [{ input: '100' }] });
    expect(made.sessions).toMatchObject([{ turns: 1, messages: 3, first_prompt: null, title: null, blocks: 0 }]);
    expect(JSON.stringify(made)).not.toContain('secret');
  });

  it('folds a fork without its parent, and again when that comes', async () => {
    const { machine, texts, rows } = await newTenant();
    const laptop = await machine();
    const numbered = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line, ordinal) => `${JSON.stringify({ ...JSON.parse(line), ordinal })}\n`)
        .join('');
    const parent = numbered(session(1, turn(1), turn(2)));
    const fork = codexHead(codexId(2), {
      forked_from_id: codexId(1),
      history_mode: 'paginated',
      history_base: { thread_id: codexId(1), end_ordinal_exclusive: 11 },
    });
    await laptop.send(codexSource(codexId(2)), fork + turn(3));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(2)).toEqual(['text 3', 'answer text 3']);
    expect((await rows()).sources).toMatchObject([{ problem: expect.stringContaining('waiting') }]);
    expect((await rows()).sessions).toMatchObject([{ problem: expect.stringContaining('is not there') }]);
    const desktop = await machine();
    await desktop.send(codexSource(codexId(1)), parent);
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sources).toMatchObject([{ problem: null }, { problem: null }]);
    expect((await rows()).sessions).toMatchObject([{ problem: null }, { problem: null, forked_from: codexId(1) }]);
    expect(await texts(2)).toEqual(['text 3', 'answer text 3']);
    expect(await texts(1)).toHaveLength(4);
  });
});

describe.skipIf(skip)('a machine whose clock is years ahead', () => {
  it('has its session where it arrived, not first in everybody’s list and search for years, and that is told', async () => {
    const { machine, name, rows } = await newTenant();
    const [wrong, right] = [await machine(), await machine()];
    const ahead = session(1, turn(1, 'the same word')).replaceAll('"timestamp":"20', '"timestamp":"22');
    await wrong.send(codexSource(codexId(1)), ahead);
    expect(await foldAll(archive)).toEqual([]);
    const now = new Date(Date.now() + 1000).toISOString();
    const right2 = session(2, turn(2, 'the same word')).replaceAll(/"timestamp":"[^"]+"/g, `"timestamp":"${now}"`);
    await right.send(codexSource(codexId(2)), right2);
    expect(await foldAll(archive)).toEqual([]);
    const store = await openPostgresStore({ url: archive.url, tenant: name });
    const { rows: listed } = await store.listSessions({}, { limit: 10 });
    expect(listed.map(({ key }) => key.threadId)).toEqual([codexId(2), codexId(1)]);
    expect(listed[1]).toMatchObject({ status: 'done', problem: expect.stringContaining('clock is ahead') });
    const { hits } = await store.search({ text: 'same word', mode: 'words' }, { limit: 10 });
    expect(hits.map(({ session: { threadId } }) => threadId).slice(0, 2)).toEqual([codexId(2), codexId(2)]);
    // What the messages say of their time stays.
    const [block] = await store.readBlocks({ agent: 'codex', threadId: codexId(1) }, { from: 0, count: 1 });
    expect(new Date(block?.at ?? 0).getUTCFullYear()).toBeGreaterThan(2200);
    await store.close();
    const before = await rows();
    await archive.database.transaction({ role: 'owner' }, (queries) => queries.run('update source set folded = 0'));
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).blocks).toEqual(before.blocks);
  });
});

describe.skipIf(skip)('one thread in several sources', () => {
  const elsewhere: Partial<RawSource> = { home: '/Users/me/.codex' };

  it('is shown as the source tells it whose bytes go on from the other’s, and counts once', async () => {
    const { machine, texts, rows } = await newTenant();
    const [one, two] = [await machine(), await machine()];
    await one.send(codexSource(codexId(1)), session(1, turn(1)));
    expect(await foldAll(archive)).toEqual([]);
    await two.send(codexSource(codexId(1), elsewhere), session(1, turn(1)));
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sessions).toMatchObject([{ home: '/home/user/.codex' }]);
    await two.send(codexSource(codexId(1), elsewhere), turn(2));
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sessions).toMatchObject([{ home: '/Users/me/.codex' }]);
    await one.send(codexSource(codexId(1)), turn(2));
    expect(await foldAll(archive)).toEqual([]);
    const { sessions, usage, sources } = await rows();
    expect(sessions).toMatchObject([{ home: '/Users/me/.codex' }]);
    expect(sources.map(({ problem }) => problem)).toEqual([null, null]);
    expect(usage.filter(({ counts }) => counts)).toHaveLength(2);
    expect(await texts(1)).toHaveLength(4);
  });

  it('is kept twice and told where neither goes on from the other, and what both tell counts once', async () => {
    const { machine, texts, textsOf, rows } = await newTenant();
    const [one, two] = [await machine(), await machine()];
    await one.send(codexSource(codexId(1)), session(1, turn(1), turn(2, 'here')));
    expect(await foldAll(archive)).toEqual([]);
    await two.send(codexSource(codexId(1), elsewhere), session(1, turn(1), turn(3, 'there'), turn(4, 'longer')));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1', 'here', 'answer here']);
    await two.send(codexSource(codexId(1), elsewhere), turn(5, 'again'));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1', 'here', 'answer here']);
    const { sources, sessions, usage } = await rows();
    const other = String(sessions.find(({ home }) => home === '/Users/me/.codex')?.thread_id);
    expect(other).toMatch(new RegExp(`^${codexId(1)}@.`));
    expect(await textsOf(other)).toEqual(
      ['text 1', 'there', 'longer', 'again'].flatMap((text) => [text, `answer ${text}`]),
    );
    expect(sources.map(({ problem }) => problem)).toEqual([null, expect.stringContaining(`kept as ${other}`)]);
    const told = new Map(sessions.map(({ thread_id: id, problem }) => [id, problem]));
    expect(told.get(codexId(1))).toContain(other);
    expect(told.get(other)).toContain('another session of this id');
    // Turns 1 and 2 of the first, 3 to 5 of the second: the first turn is the same request.
    expect(usage.filter(({ counts }) => counts)).toHaveLength(5);
  });

  it('is one session again once one of them goes on from the other', async () => {
    const { machine, texts, rows } = await newTenant();
    const [one, two] = [await machine(), await machine()];
    await one.send(codexSource(codexId(1)), session(1, turn(1), turn(2, 'here')));
    await two.send(codexSource(codexId(1), elsewhere), session(1, turn(1), turn(3, 'there')));
    expect(await foldAll(archive)).toEqual([]);
    expect((await rows()).sessions).toHaveLength(2);
    // The first machine was synced: its file is written anew, with all that the second one has.
    const anew = { generation: 'first~1' };
    await one.send(codexSource(codexId(1), anew), session(1, turn(1), turn(3, 'there'), turn(4, 'more')));
    expect(await foldAll(archive)).toEqual([]);
    await two.send(codexSource(codexId(1), elsewhere), turn(4, 'more'));
    expect(await foldAll(archive)).toEqual([]);
    const { sessions, usage } = await rows();
    expect(sessions.map(({ thread_id: id, problem }) => [id, problem])).toEqual([[codexId(1), null]]);
    expect(await texts(1)).toHaveLength(6);
    expect(usage.filter(({ counts }) => counts)).toHaveLength(3);
  });

  it('is no third session where a third machine has what the second one has', async () => {
    const { machine, rows } = await newTenant();
    const [one, two, three] = [await machine(), await machine(), await machine()];
    await one.send(codexSource(codexId(1)), session(1, turn(1), turn(2, 'here')));
    expect(await foldAll(archive)).toEqual([]);
    await two.send(codexSource(codexId(1), elsewhere), session(1, turn(1), turn(3, 'there')));
    expect(await foldAll(archive)).toEqual([]);
    await three.send(codexSource(codexId(1), elsewhere), session(1, turn(1), turn(3, 'there'), turn(4, 'more')));
    expect(await foldAll(archive)).toEqual([]);
    await two.send(codexSource(codexId(1), elsewhere), turn(4, 'more'));
    expect(await foldAll(archive)).toEqual([]);
    const { sessions, usage } = await rows();
    expect(sessions).toHaveLength(2);
    expect(usage.filter(({ counts }) => counts)).toHaveLength(4);
  });

  it('is the last life of a file that was cut or written anew, and is there once', async () => {
    const { machine, texts, rows } = await newTenant();
    const laptop = await machine();
    await laptop.send(codexSource(codexId(1)), session(1, turn(1), turn(2)));
    expect(await foldAll(archive)).toEqual([]);
    await laptop.send(codexSource(codexId(1), { generation: 'first~1' }), session(1, turn(1)));
    expect(await foldAll(archive)).toEqual([]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1']);
    // A late fold of the life before changes nothing.
    await laptop.send(codexSource(codexId(1)), turn(3));
    expect(await foldAll(archive)).toEqual([]);
    const { sessions, usage } = await rows();
    expect([sessions.length, usage.length, (await texts(1)).length]).toEqual([1, 1, 2]);
  });

  it('is the file that the agent goes on with after a revert; what the one before used still counts', async () => {
    const { machine, texts, rows } = await newTenant();
    const laptop = await machine();
    const later = codexSource(codexId(9));
    const path = later.path.replace(codexId(9), `${codexId(1)}-${codexId(9)}`);
    await laptop.send(codexSource(codexId(1)), session(1, turn(1), turn(2)));
    expect(await foldAll(archive)).toEqual([]);
    await laptop.send({ ...later, path }, session(1, turn(1), turn(7, 'after')));
    expect(await foldAll(archive)).toEqual([]);
    const made = await rows();
    expect(made.sessions).toMatchObject([{ path: `${later.home}/${path}` }]);
    expect(await texts(1)).toEqual(['text 1', 'answer text 1', 'after', 'answer after']);
    expect(made.usage.filter(({ counts }) => counts).length).toBeGreaterThan(2);
  });

  it('is another one for each tenant', async () => {
    const [ours, theirs] = [await newTenant(), await newTenant()];
    await (await ours.machine()).send(codexSource(codexId(1)), session(1, turn(1, 'ours')));
    await (await theirs.machine()).send(codexSource(codexId(1)), session(1, turn(1, 'theirs'), turn(2)));
    expect(await foldAll(archive)).toEqual([]);
    expect(await ours.texts(1)).toEqual(['ours', 'answer ours']);
    expect(await theirs.texts(1)).toHaveLength(4);
  });
});
