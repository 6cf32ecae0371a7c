import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openArchive } from 'threadline/archive';
import { followSession, followSessions, handOff, listSessions, loadSession, openSession } from 'threadline/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFold } from '../../src/archive/folding/fold-file.ts';
import { createUsageRecorder } from '../../src/archive/folding/usage-facts.ts';
import type { Outcome } from '../../src/core/thread/outcome.ts';
import type { ApiLines, ApiRows, ApiSessions } from '../../src/doors/server/api-types.ts';
import { startViewer } from '../../src/doors/server/viewer.ts';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { sourceFile } from '../../src/fleet/jobs/source-file.ts';
import { agentStores, type FollowCheckpoint } from '../../src/machine/sessions/index.ts';
import { startFakeGateway } from '../collect/fake-gateway.ts';
import { createManualClock } from '../collect/temporary-home.ts';
import { magpie, openMagpie, sing } from './magpie.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'threadline-magpie-'));
const agents = [magpie];
let homes = 0;

/** A home with an agent that has it open, as it has while it runs. */
function made(journal?: 'wal' | 'delete') {
  homes += 1;
  const home = join(root, String(homes));
  return { home, agent: openMagpie(home, journal), options: { agents, homes: [home] } };
}

function cli(home: string, ...args: string[]) {
  const env = { ...process.env, MAGPIE_HOME: home, THREADLINE_HOME: `${home}-archive`, NO_COLOR: '1', COLUMNS: '100' };
  const options = { env, encoding: 'utf8' as const, input: '', timeout: 60_000 };
  const { stdout, stderr, status } = spawnSync(process.execPath, [here('./magpie-cli.ts'), ...args], options);
  expect(stderr).not.toContain('Warning');
  return { stdout, stderr, status };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a made-up agent that keeps all its sessions in one SQLite database', () => {
  const { home, agent, options } = made();
  const path = join(home, 'data/magpie.db/glitter-1');

  beforeAll(() => {
    agent.begin('glitter-1', '/cage/one');
    sing(agent, 'glitter-1', 'what shines here?', 'a silver spoon 🥄');
    agent.begin('glitter-2', '/cage/two');
    sing(agent, 'glitter-2', 'and over there?', 'a golden ring');
  });

  it('has its sessions listed, each with its own path, size and time', () => {
    const { stdout, status } = cli(home, 'sessions', '--json');
    expect(status).toBe(0);
    const { sessions } = JSON.parse(stdout);
    expect(sessions).toMatchObject([
      { agent: 'magpie', id: 'glitter-2', first_prompt: 'and over there?', cwd: '/cage/two', turns: 1 },
      {
        agent: 'magpie',
        id: 'glitter-1',
        first_prompt: 'what shines here?',
        path,
        updated_at: expect.any(String),
      },
    ]);
    expect(sessions[0].usage).toMatchObject({ input: 100, output: 7 });
    expect(sessions[0].size).toBeGreaterThan(50);
  });

  it('is shown by its id and by the path that the list tells', () => {
    for (const wanted of ['magpie:glitter-1', path]) {
      const { stdout, status } = cli(home, 'show', wanted);
      expect(status, wanted).toBe(0);
      expect(stdout).toContain('a silver spoon 🥄');
      expect(stdout).toContain('magpie --again glitter-1');
      expect(stdout).not.toContain('golden ring');
    }
  });

  it('is converted, checked and looked at by the doctor', () => {
    const messages = cli(home, 'convert', 'glitter-1', '--to', 'messages').stdout.trim().split('\n');
    expect(messages.map((line) => JSON.parse(line).role)).toEqual(['user', 'assistant']);
    expect(JSON.parse(cli(home, 'check', '--json', path).stdout)).toMatchObject({
      files: [{ path, wire: 'magpie-rows', lines: 4, problems: [], unknown_events: {} }],
    });
    expect(JSON.parse(cli(home, 'check', '--json', '--home', home).stdout).files).toHaveLength(2);
    const doctor = JSON.parse(cli(home, 'doctor', '--json').stdout);
    expect(doctor.homes).toMatchObject([{ agent: 'magpie', path: home, sessions: 2 }]);
    expect(doctor.versions).toMatchObject([{ agent: 'magpie', files: 2, lines: 8 }]);
  });

  it('has what it used counted, of all sessions and of one', () => {
    const { rows, total } = JSON.parse(cli(home, 'usage', '--by', 'session', '--json', '--zone', 'UTC').stdout);
    expect(rows).toHaveLength(2);
    expect(total).toMatchObject({ requests: 2, input: 200, output: 14 });
    expect(cli(home, 'show', 'glitter-1').stdout).toMatch(/100/);
  });

  it('is one form in bytes, the same each time: a line for each row, in the agent’s order', async () => {
    const read = async () => await bytesOf((await openSession({ path }, options)).chunks());
    const bytes = await read();
    expect(bytes.toString().split('\n').slice(0, 2)).toEqual([
      '{"table":"nest","row":{"id":"glitter-1","cage":"/cage/one","name":null}}',
      '{"table":"peep","row":{"number":1,"nest":"glitter-1","kind":"heard","words":"what shines here?","seeds":0,"eggs":0,"at":"2026-11-16T10:00:02.000Z"}}',
    ]);
    expect(await read()).toEqual(bytes);
  });

  it('is indexed and searched, anew after a change in place, and kept when it was deleted', async () => {
    const { agent, home, options } = made();
    agent.begin('one');
    sing(agent, 'one', 'find the spoon', 'here is the spoon');
    agent.begin('two');
    sing(agent, 'two', 'find the ring', 'here is the ring');
    const archive = await openArchive({ folder: `${home}-index`, ...options });
    const hits = async (text: string) =>
      (await archive.search({ text, mode: 'words' }, { limit: 10 })).hits.map(({ session }) => session.threadId);
    expect(await archive.refresh()).toMatchObject({ files: 2, problems: 0 });
    expect(await hits('spoon')).toContain('one');
    expect(await archive.refresh()).toMatchObject({ files: 0 });
    // As many bytes, and the agent notes no time.
    agent.database.exec("update peep set words = 'here is the SWORD' where words = 'here is the spoon'");
    agent.database.exec("update peep set words = 'find the SWORD' where words = 'find the spoon'");
    expect(await archive.refresh()).toMatchObject({ files: 1 });
    expect(await hits('spoon')).toEqual([]);
    expect(await hits('SWORD')).toContain('one');
    agent.database.exec("delete from nest where id = 'two'; delete from peep where nest = 'two'");
    expect(await archive.refresh()).toMatchObject({ files: 0, gone: 1 });
    expect(await hits('ring')).toContain('two');
    await archive.close();
    agent.close();
  });

  it('is handed over to another agent', async () => {
    const codex = join(root, 'codex');
    mkdirSync(codex);
    const env = { ...process.env, MAGPIE_HOME: home, CODEX_HOME: codex };
    const handed = await handOff({
      session: 'glitter-1',
      to: 'codex',
      cwd: root,
      agents: [magpie, ...agentStores],
      homes: [home],
      env,
    });
    expect(handed).toMatchObject({
      action: 'created',
      agent: 'codex',
      origin: { agent: 'magpie', thread_id: 'glitter-1' },
    });
    const messages = await loadSession({ path: handed.path });
    expect(JSON.stringify(messages)).toContain('a silver spoon 🥄');
  });
});

describe('a session of a database that is followed', () => {
  /** Follows with the real clock; each call waits for the next change that tells something. */
  function followed(path: string, from?: FollowCheckpoint) {
    const stop = new AbortController();
    const changes = followSession({ path }, { agents, signal: stop.signal, from, reader: { raw: true } });
    let checkpoint: FollowCheckpoint | undefined;
    return {
      async next(): Promise<string[]> {
        const { value: change } = await changes.next();
        if (!change) return ['end'];
        if ('checkpoint' in change) checkpoint = change.checkpoint;
        const outcomes = 'outcomes' in change ? change.outcomes : [];
        const words = outcomes.map(
          (outcome: Outcome) => JSON.parse((outcome.ok && outcome.raw) || '{}').row?.words ?? 'nest',
        );
        return change.kind === 'outcomes' ? words : [...words, change.problem.code];
      },
      async end(): Promise<FollowCheckpoint | undefined> {
        stop.abort();
        await changes.return(undefined);
        return checkpoint;
      },
    };
  }

  it('grows by rows that are added at its end; any other change is told as a file that was written anew', async () => {
    const { agent, home } = made();
    agent.begin('one');
    agent.peep('one', 'heard', 'first');
    const session = followed(join(home, 'data/magpie.db/one'));
    expect(await session.next()).toEqual(['nest', 'first']);
    agent.peep('one', 'said', 'second');
    expect(await session.next()).toEqual(['second']);
    agent.database.exec("update peep set words = 'FIRST' where words = 'first'");
    expect(await session.next()).toEqual(['file-reset']);
    expect(await session.next()).toEqual(['nest', 'FIRST', 'second']);
    agent.database.exec("delete from peep where words = 'FIRST'");
    expect(await session.next()).toEqual(['file-reset']);
    expect(await session.next()).toEqual(['nest', 'second']);
    agent.database.exec("delete from nest where id = 'one'");
    expect(await session.next()).toEqual(['file-gone']);
    agent.begin('one');
    expect(await session.next()).toEqual(['file-reset']);
    expect(await session.next()).toEqual(['nest', 'second']);
    await session.end();
    agent.close();
  });

  it('goes on from a checkpoint, and sees what was changed in place meanwhile', async () => {
    const { agent, home } = made();
    agent.begin('one');
    for (const words of ['a', 'b', 'c']) agent.peep('one', 'said', words);
    const path = join(home, 'data/magpie.db/one');
    const first = followed(path);
    expect(await first.next()).toEqual(['nest', 'a', 'b', 'c']);
    const checkpoint = await first.end();
    agent.peep('one', 'said', 'd');
    const second = followed(path, checkpoint);
    expect(await second.next()).toEqual(['d']);
    await second.end();
    // The first row of four: neither the beginning nor the end of what was read tells of it.
    agent.database.exec("update peep set words = 'B' where words = 'b'");
    const third = followed(path, checkpoint);
    expect(await third.next()).toEqual(['file-reset']);
    expect(await third.next()).toEqual(['nest', 'a', 'B', 'c', 'd']);
    await third.end();
    agent.close();
  });

  it('tells of all sessions of the database what is written from now on, and all of new ones', async () => {
    const { agent, options } = made();
    agent.begin('old');
    sing(agent, 'old', 'long ago', 'said long ago');
    const stop = new AbortController();
    const told: string[] = [];
    const texts = () => told.filter((text) => text !== '');
    const following = (async () => {
      for await (const { file, change } of followSessions({ ...options, signal: stop.signal, reader: { raw: true } })) {
        if (change.kind !== 'outcomes') told.push(`${file.threadId} ${change.problem.code}`);
        else
          for (const outcome of change.outcomes)
            told.push(`${file.threadId} ${outcome.ok ? wordsOf(outcome.raw) : '?'}`);
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(texts()).toEqual([]);
    agent.peep('old', 'heard', 'and now?');
    await until(() => texts().length === 1);
    agent.begin('new');
    agent.peep('new', 'heard', 'hello');
    await until(() => texts().length === 3);
    expect(texts()).toEqual(['old and now?', 'new nest', 'new hello']);
    stop.abort();
    await following;
    agent.close();
  });
});

const wordsOf = (raw: string | undefined) => JSON.parse(raw ?? '{}').row?.words ?? 'nest';

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const late = Date.now() + 20_000;
  while (!(await isSo())) {
    expect(Date.now(), 'waited too long').toBeLessThan(late);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a session of a database in the viewer', () => {
  it('is listed with what it used, shown row by row and line by line, and grows while it is looked at', async () => {
    const { agent, home, options } = made();
    agent.begin('one', '/cage');
    sing(agent, 'one', 'what shines?', 'a spoon');
    const web = `${home}-web`;
    mkdirSync(web);
    writeFileSync(join(web, 'index.html'), '<!doctype html><title>page</title>');
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const viewer = await startViewer({
      ...options,
      webFolder: web,
      port: 0,
      version: '0',
      userHome: '/home/you',
      onFault,
    });
    const token = new URL(viewer.addressWithToken).searchParams.get('token');
    const get = async <Body>(path: string): Promise<Body> => {
      const response = await fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });
      expect(response.status, path).toBe(200);
      return (await response.json()) as Body;
    };
    try {
      await until(async () => (await get<ApiSessions>('/api/sessions')).items.length === 1);
      const listed = await get<ApiSessions>('/api/sessions');
      expect(listed.items[0]).toMatchObject({ agent: 'magpie', id: 'one', usage: { input: 100, output: 7 } });
      const { lines } = await get<ApiLines>('/api/sessions/magpie/one/lines?from=1&to=2');
      expect(lines[0]).toMatchObject({
        line: 1,
        offset: 0,
        text: '{"table":"nest","row":{"id":"one","cage":"/cage","name":null}}',
      });
      expect(lines[1]?.offset).toBe((lines[0]?.bytes ?? 0) + 1);
      const rows = () => get<ApiRows>('/api/sessions/magpie/one/rows');
      expect(JSON.stringify(await rows())).toContain('a spoon');
      agent.peep('one', 'heard', 'and what else?');
      await until(async () => JSON.stringify(await rows()).includes('and what else?'));
      agent.database.exec("update peep set words = 'a knife' where words = 'a spoon'");
      await until(async () => JSON.stringify(await rows()).includes('a knife'));
      expect(JSON.stringify(await rows())).not.toContain('a spoon');
    } finally {
      await viewer.close();
    }
    expect(faults).toEqual([]);
    agent.close();
  });
});

describe('a session of a database that is collected', () => {
  it('is sent line by line as it grows, and again as a whole after a change in place', async () => {
    const { agent, home, options } = made();
    const gateway = await startFakeGateway();
    const client = createHttpGateway({ url: gateway.url, token: 'tl_test' });
    const clock = createManualClock();
    const notices: string[] = [];
    const modes = [
      { project: '/cage', mode: 'full' as const },
      { project: '/secret', mode: 'off' as const },
    ];
    const onNotice = (message: string) => notices.push(message);
    const collector = createCollector({ gateway: client, folder: `${home}-state`, ...options, clock, modes, onNotice });
    const later = async () => {
      clock.pass(3_600_000);
      await collector.work();
      return [...gateway.sources.values()];
    };
    try {
      agent.begin('one');
      agent.begin('never', '/secret');
      // More than a digest of the last bytes would see.
      for (let n = 0; n < 30; n += 1) agent.peep('one', 'said', `${n} ${'x'.repeat(1000)}`);
      const path = join(home, 'data/magpie.db/one');
      const bytes = async () => await bytesOf((await openSession({ path }, options)).chunks());
      const [first, ...others] = await later();
      expect(others).toEqual([]);
      expect(first).toMatchObject({
        agent: 'magpie',
        home,
        path: 'data/magpie.db/one',
        mode: 'full',
      });
      expect(first?.bytes.equals(await bytes())).toBe(true);
      agent.peep('one', 'said', 'grown');
      expect(await later()).toHaveLength(1);
      expect(first?.bytes.equals(await bytes())).toBe(true);
      expect(first?.segments.at(-1)?.start).toBeGreaterThan(0);
      agent.database.exec("update peep set words = 'ZERO' || substr(words, 5) where words like '0 %'");
      const [, second] = await later();
      expect(second?.generation).toBe(`${first?.generation}~1`);
      expect(second?.bytes.equals(await bytes())).toBe(true);
      // The server makes the same session of it, without the database.
      const sent = { ...(second ?? first), id: '1', agent: 'magpie', home, path: 'data/magpie.db/one', arrivedAt: 0 };
      const onServer = sourceFile(
        { ...sent, size: sent.bytes?.length ?? 0 },
        async function* () {
          yield sent.bytes ?? new Uint8Array();
        },
        agents,
      );
      expect(onServer).toMatchObject({ wire: 'magpie-rows', threadId: 'one' });
      const tools = { usage: createUsageRecorder(agents), agents, titles: () => undefined, files: () => [] };
      const fold = await openFold(onServer, tools);
      for await (const _ of fold.blocks());
      expect(fold.end().head).toMatchObject({ key: { agent: 'magpie', threadId: 'one', home }, messages: 31 });
      expect(notices).toEqual([]);
    } finally {
      client.close();
      await gateway.close();
      agent.close();
    }
  });
});

describe('the database of an agent', () => {
  const fingerprint = (home: string) => {
    const folder = join(home, 'data');
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    return readdirSync(folder).map((name) => (name.endsWith('-shm') ? name : `${name} ${hash(name)}`));
  };

  it.each(['wal', 'delete'] as const)('is never written to, and nothing is put beside it (%s)', async (journal) => {
    const { agent, home, options } = made(journal);
    agent.begin('one');
    sing(agent, 'one', 'a', 'b');
    const whileOpen = fingerprint(home);
    expect(await listSessions({ ...options, turns: true })).toHaveLength(1);
    expect(fingerprint(home)).toEqual(whileOpen);
    agent.close();
    const atRest = fingerprint(home);
    expect(atRest).toHaveLength(1);
    expect(await loadSession('one', options)).toHaveLength(2);
    expect(fingerprint(home)).toEqual(atRest);
  });

  it.each(['wal', 'delete'] as const)('is never locked while a slow reader reads (%s)', async (journal) => {
    const { agent, options } = made(journal);
    agent.begin('one');
    for (let n = 0; n < 40; n += 1) agent.peep('one', 'said', 'x'.repeat(20_000));
    const session = await openSession('one', options);
    const chunks = session.chunks();
    await chunks.next();
    // It would throw at once: the agent waits for nobody here.
    agent.database.exec('pragma busy_timeout = 0; begin exclusive; commit; pragma wal_checkpoint(truncate); vacuum');
    agent.peep('one', 'said', 'last');
    expect((await bytesOf(chunks)).toString()).toContain('xxx');
    agent.close();
  });

  it('is read whole where all rows stand in the log only, as a killed agent leaves it', async () => {
    const { agent, home } = made();
    agent.begin('one');
    sing(agent, 'one', 'what shines?', 'a spoon');
    const left = join(root, 'left');
    mkdirSync(join(left, 'data'), { recursive: true });
    for (const name of ['magpie.db', 'magpie.db-wal']) {
      writeFileSync(join(left, 'data', name), readFileSync(join(home, 'data', name)));
    }
    agent.close();
    expect(await loadSession('one', { agents, homes: [left] })).toHaveLength(2);
  });

  it('is asked for one session alone: another one that cannot be read does no harm', async () => {
    const { agent, home, options } = made();
    agent.begin('good');
    sing(agent, 'good', 'a', 'b');
    agent.begin('bad');
    agent.peep('bad', 'said', 'Z'.repeat(100_000));
    agent.close();
    const path = join(home, 'data/magpie.db');
    const bytes = readFileSync(path);
    const page = bytes.readUInt16BE(16);
    for (let at = 0; at < bytes.length; at += page) {
      if (bytes.subarray(at + page - 64, at + page).every((byte) => byte === 0x5a)) bytes.fill(0xff, at, at + page);
    }
    writeFileSync(path, bytes);
    expect((await listSessions(options)).map(({ id }) => id).sort()).toEqual(['bad', 'good']);
    expect(await loadSession('good', options)).toHaveLength(2);
    await expect(bytesOf((await openSession('bad', options)).chunks())).rejects.toMatchObject({
      code: 'unreadable',
    });
  });

  it('keeps every value: blobs as base64, all digits of integers, reals, infinity, nothing, odd texts', async () => {
    const { agent, options } = made();
    agent.begin('one');
    agent.database.exec(`insert into shine values (1, 'one', x'00ff10', 0.1, 9007199254740993);
      insert into shine values (2, 'one', null, 9e999, -9223372036854775808);
      insert into shine values (3, 'one', 'text in a blob column \u2028"\\', -9e999, 1)`);
    const bytes = (await bytesOf((await openSession('one', options)).chunks())).toString();
    expect(bytes.trim().split('\n').slice(1)).toEqual([
      '{"table":"shine","row":{"number":1,"nest":"one","picture":{"base64":"AP8Q"},"weight":0.1,"tag":9007199254740993}}',
      '{"table":"shine","row":{"number":2,"nest":"one","picture":null,"weight":1e999,"tag":-9223372036854775808}}',
      '{"table":"shine","row":{"number":3,"nest":"one","picture":"text in a blob column \u2028\\"\\\\","weight":-1e999,"tag":1}}',
    ]);
    agent.close();
  });

  it.each([
    '..',
    '../../etc/passwd',
    'a/b',
    '%2e',
    'b.json',
    'c.jsonl.zst',
    'ünïcode 🪺',
    "'; drop table nest; --",
    'A'.repeat(500),
  ])('finds a session whose id is %j under its own path alone', async (id) => {
    const { agent, home, options } = made();
    agent.begin('other');
    agent.peep('other', 'heard', 'not me');
    agent.begin(id);
    agent.peep(id, 'heard', 'me');
    const [info] = await listSessions(options);
    expect(dirname(info?.path ?? '')).toBe(join(home, 'data/magpie.db'));
    expect(info).toMatchObject({ id: id.toLowerCase(), firstPrompt: 'me' });
    expect((await openSession({ path: info?.path ?? '' }, options)).info.firstPrompt).toBe('me');
    agent.close();
  });

  it('is told as a problem where it is none, is damaged, or is a view that never ends; and homes without it are empty', async () => {
    const problems: string[] = [];
    const list = (home: string) =>
      listSessions({ agents, homes: [home], onProblem: ({ code }) => problems.push(code) });
    const folder = (name: string) => {
      mkdirSync(join(root, name, 'data'), { recursive: true });
      return join(root, name);
    };
    expect(await list(folder('empty'))).toEqual([]);
    expect(problems).toEqual([]);
    const damaged = folder('damaged');
    writeFileSync(join(damaged, 'data/magpie.db'), 'no database at all, but long enough to be looked at as if it were');
    expect(await list(damaged)).toEqual([]);
    expect(problems.splice(0)).toEqual(['unreadable']);
    mkdirSync(join(folder('directory'), 'data/magpie.db'));
    expect(await list(join(root, 'directory'))).toEqual([]);
    expect(problems.splice(0)).toEqual(['not-a-file']);
    const { agent, home } = made();
    agent.begin('one');
    agent.database.exec(`drop table peep;
      create view peep as with recursive n(i) as (select 1 union all select i + 1 from n) select i as number, 'one' as nest from n`);
    expect(await list(home)).toHaveLength(1);
    agent.close();
  });
});
