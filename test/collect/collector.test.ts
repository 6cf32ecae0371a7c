import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CollectorOptions, createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { createPolicyFile } from '../../src/fleet/collect/policy-file.ts';
import { madeRules, makeSecret, tracesOf } from '../made-secrets.ts';
import { type FakeGateway, startFakeGateway } from './fake-gateway.ts';
import { createManualClock, type ManualClock, type TemporaryHome, temporaryHome } from './temporary-home.ts';

let gateway: FakeGateway;
let place: TemporaryHome;
let clock: ManualClock;
let notices: string[];
const clients: { close(): void }[] = [];

beforeEach(async () => {
  gateway = await startFakeGateway();
  place = temporaryHome();
  clock = createManualClock();
  notices = [];
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await gateway.close();
  place.remove();
});

function start(more: Partial<CollectorOptions> = {}) {
  const client = createHttpGateway({ url: gateway.url, token: 'tl_test' });
  clients.push(client);
  const collector = createCollector({
    gateway: client,
    folder: place.state,
    homes: [place.home],
    clock,
    random: () => 0.5,
    onNotice: (message) => notices.push(message),
    modes: [{ project: '*', mode: 'full' }],
    ...more,
  });
  return {
    collector,
    /** Looks at everything, an hour later. */
    async later() {
      clock.pass(3_600_000);
      await collector.work();
    },
  };
}

const record = (text: string, more: object = {}) =>
  `${JSON.stringify({ timestamp: 't', type: 'x', payload: text, ...more })}\n`;
const sources = () => [...gateway.sources.values()];
/** The names under which files are held that were not sent yet. */
const heldNames = (folder: string) => globSync(`${folder}/held/**/*@*`);
const textOf = (index = 0) => sources()[index]?.bytes.toString('utf8');

describe('lines', () => {
  it('go when they are whole, and half a line waits', async () => {
    const path = place.session(1);
    writeFileSync(path, record('one') + record('two').slice(0, 9));
    const { later } = start();
    await later();
    expect(textOf()).toBe(record('one'));
    appendFileSync(path, record('two').slice(9));
    await later();
    expect(textOf()).toBe(record('one') + record('two'));
    expect(sources()[0]).toMatchObject({ agent: 'codex', home: place.home, mode: 'full' });
    expect(sources()[0]?.path).toMatch(/^sessions\/2026\/11\/15\/rollout-.*\.jsonl$/);
  });

  it('go 256 KiB at a time, in turn with those of other files', async () => {
    writeFileSync(place.session(1), record('x'.repeat(1000)).repeat(1000));
    writeFileSync(place.session(2), record('small'));
    await start().later();
    const puts = gateway.requests.filter((text) => text.startsWith('PUT'));
    const small = sources().find(({ bytes }) => bytes.includes('small'));
    expect(puts.findIndex((text) => text.includes(`/sources/${small?.id}/`))).toBeLessThan(2);
    expect(puts.length).toBeGreaterThan(4);
    const sizes = sources().flatMap(({ segments }) => segments.map(({ size }) => size));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  });

  it('that are longer go alone, and as a word of their length where they are too long', async () => {
    const long = record('y'.repeat(600_000));
    const packedLong = record(randomBytes(1_200_000).toString('base64'));
    const tooLong = record('z'.repeat(17 * 2 ** 20));
    writeFileSync(place.session(1), record('a') + long + packedLong + tooLong + record('b'));
    await start().later();
    const [first, second, third, fourth, last] = (textOf() ?? '').split('\n');
    expect([`${first}\n`, `${second}\n`, `${last}\n`]).toEqual([record('a'), long, record('b')]);
    expect(JSON.parse(third ?? '')).toEqual({
      type: 'threadline.left_out',
      threadline: { left_out: packedLong.length },
    });
    expect(JSON.parse(fourth ?? '')).toEqual({ type: 'threadline.left_out', threadline: { left_out: tooLong.length } });
    expect(sources()[0]?.head).toBe(2 * record('a').length + long.length + packedLong.length + tooLong.length);
  });

  it('go in smaller pieces where the gateway takes no larger ones', async () => {
    gateway.maxBody = 3000;
    const text = Array.from({ length: 40 }, () => record(randomBytes(300).toString('base64'))).join('');
    writeFileSync(place.session(1), text + record(randomBytes(4000).toString('base64')) + record('end'));
    await start().later();
    expect(textOf()?.startsWith(text)).toBe(true);
    expect(textOf()?.slice(text.length)).toMatch(/^\{"type":"threadline.left_out".*\n.*"end"\}\n$/);
  });
});

describe('the name of a session', () => {
  const idOf = (path: string) => /rollout-[\dT-]{19}-(.+)\.jsonl$/.exec(path)?.[1];
  const call = (path: string, name: unknown) =>
    appendFileSync(
      join(place.home, 'session_index.jsonl'),
      `${JSON.stringify({ id: idOf(path), thread_name: name, updated_at: 'now' })}\n`,
    );
  const titles = () => sources().map(({ title }) => title);

  it('that Codex keeps beside all of them goes with the file, and again when it changes', async () => {
    const [first, second] = [place.session(1), place.session(2)];
    writeFileSync(first, record('one'));
    writeFileSync(second, record('two'));
    call(first, 'First name');
    const { collector, later } = start();
    await collector.work();
    expect(titles().sort()).toEqual(['First name', undefined]);
    call(first, 'Better name');
    call(second, 'x'.repeat(3000));
    await later();
    expect(titles().sort()).toEqual(['Better name', 'x'.repeat(200)]);
    const asked = gateway.requests.length;
    await later();
    // It asks about no file: only whether the archive was restored.
    expect(gateway.requests.slice(asked)).toEqual(['POST /v1/sources']);
    expect(sources().map(({ segments }) => segments.length)).toEqual([1, 1]);
  });

  it('leaves without secrets, and not at all where only counts do', async () => {
    const made = makeSecret('github-token', 5);
    const path = place.session(1);
    writeFileSync(path, record('one'));
    call(path, `about ${made.text}`);
    const { collector } = start({ modes: [] });
    await collector.work();
    expect(titles()[0]).toMatch(/^about /);
    const all = Buffer.concat(gateway.bodies).toString('latin1');
    expect(tracesOf(made).filter((trace) => all.includes(trace))).toEqual([]);
    gateway.sources.clear();
    await start({ modes: [{ project: '*', mode: 'usage' }] }).collector.work();
    expect(titles()).toEqual([undefined]);
  });

  it.each([['\0\ud800'], [''], [7], [{ toString: 0 }]])('may be %j without harm', async (name) => {
    const path = place.session(1);
    writeFileSync(path, record('one'));
    call(path, name);
    await start().collector.work();
    expect(textOf()).toContain('one');
  });
});

describe('a document', () => {
  it('goes as one record, each version as one of its own, and not before it is whole', async () => {
    const path = join(place.home, 'tmp', 'project', 'chats', 'session-2026-11-15T07-00-abcd1234.json');
    mkdirSync(dirname(path), { recursive: true });
    const version = (text: string) => JSON.stringify({ sessionId: 'abcd', messages: [text] }, undefined, 2);
    writeFileSync(path, version('one').slice(0, 20));
    const { later } = start();
    await later();
    expect(gateway.requests.filter((text) => text.startsWith('PUT'))).toEqual([]);
    writeFileSync(path, version('one'));
    await later();
    writeFileSync(path, version('other'));
    await later();
    const sent = sources().filter(({ head }) => head > 0);
    expect(sent.map(({ bytes }) => bytes.toString('utf8'))).toEqual([`${version('one')}\n`, `${version('other')}\n`]);
    expect(sent.map(({ head }) => head)).toEqual([version('one').length, version('other').length]);
  });
});

describe('a compressed file', () => {
  it('is sent plain, and is the same as before it was compressed', async () => {
    const path = place.session(1);
    writeFileSync(path, record('one'));
    const { later } = start();
    await later();
    writeFileSync(`${path}.zst`, zstdCompressSync(record('one') + record('two')));
    rmSync(path);
    await later();
    await start({ folder: join(place.folder, 'other') }).later();
    expect(sources()).toHaveLength(1);
    expect(textOf()).toBe(record('one') + record('two'));
    expect(heldNames(place.state)).toEqual([]);
  });
});

describe('what the gateway says', () => {
  it('of a source that was forgotten is the last word', async () => {
    const path = place.session(1);
    writeFileSync(path, record('one'));
    const { collector, later } = start();
    await later();
    const [source] = sources();
    if (source) source.state = 'forgotten';
    appendFileSync(path, record('two'));
    await later();
    appendFileSync(path, record('three'));
    await later();
    expect(textOf()).toBe(record('one'));
    expect(collector.unsent.files).toBe(0);
  });

  it('of one file that it refuses is told once, and others go on', async () => {
    writeFileSync(place.session(1), record('one'));
    writeFileSync(place.session(2), record('two'));
    const { collector, later } = start();
    const { gateway: real } = { gateway: createHttpGateway({ url: gateway.url, token: 'tl_test' }) };
    clients.push(real);
    const refusing = start({
      folder: join(place.folder, 'other'),
      gateway: {
        open: real.open,
        put: (id, segment) =>
          id === '1' ? Promise.resolve({ kind: 'refused', reason: 'no-newline' }) : real.put(id, segment),
      },
    });
    await refusing.later();
    await refusing.later();
    expect(notices.filter((text) => text.includes('no-newline'))).toHaveLength(1);
    expect(refusing.collector.unsent.files).toBe(1);
    expect(sources().map(({ head }) => head > 0)).toEqual([false, true]);
    await later();
    expect(collector.unsent.files).toBe(0);
  });

  it.each([
    ['more than was sent', 10],
    ['less than was sent', -10],
  ])('of having taken %s is not believed: it is asked where it stands', async (_, difference) => {
    const text = record('one') + record('two');
    writeFileSync(place.session(1), text);
    const real = createHttpGateway({ url: gateway.url, token: 'tl_test' });
    clients.push(real);
    let lies = 1;
    const lying = {
      open: real.open,
      async put(...[id, segment]: Parameters<typeof real.put>) {
        lies -= 1;
        if (lies < 0) return real.put(id, segment);
        return { kind: 'taken' as const, head: segment.start + segment.size + difference };
      },
    };
    const { collector, later } = start({ gateway: lying });
    await later();
    expect(sources().map(({ bytes, generation }) => [bytes.toString('utf8'), generation.includes('~')])).toEqual([
      [text, false],
    ]);
    expect(collector.unsent.files).toBe(0);
  });

  it('is not asked for again before it wants to be, and that it failed is told once', async () => {
    writeFileSync(place.session(1), record('one'));
    let asked = 0;
    gateway.mishap = () => {
      asked += 1;
      return 'busy';
    };
    const { collector } = start();
    await collector.work();
    clock.pass(1999);
    await collector.work();
    expect([asked, collector.fault?.retryAfterMs]).toEqual([1, 2000]);
    clock.pass(1000);
    await collector.work();
    expect(asked).toBe(2);
    gateway.mishap = () => 'none';
    clock.pass(300_000);
    await collector.work();
    expect(textOf()).toBe(record('one'));
    expect(notices).toEqual(['the gateway answered 503', 'the gateway takes what is sent again']);
  });
});

describe('a file that is deleted before it is sent', () => {
  it.each([
    ['Cyrillic', 'домашняя-папка-разработчика-с-длинным-именем'],
    ['beyond 16 bits', '🚀'.repeat(30)],
    ['as long as a name may be', 'x'.repeat(255)],
    ['of signs that addresses escape', ' %2F%@&'.repeat(30)],
  ])('is kept whatever the name of its home: %s', async (_, name) => {
    const home = join(place.folder, name);
    const path = place.session(1).replace(place.home, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, record('kept'));
    gateway.mishap = () => 'cut';
    await start({ homes: [home] }).later();
    rmSync(path);
    gateway.mishap = () => 'none';
    await start({ homes: [home] }).later();
    expect(textOf()).toBe(record('kept'));
    expect(sources()[0]).toMatchObject({ agent: 'codex', home, path: relative(home, path) });
    expect(notices.filter((text) => text.includes('cannot keep'))).toEqual([]);
    expect(heldNames(place.state)).toEqual([]);
  });

  it('is kept if it is there for a second, while the gateway is away for weeks', async () => {
    gateway.mishap = () => 'cut';
    const { collector, later } = start();
    writeFileSync(place.session(1), record('first'));
    await later();
    for (let number = 2; number < 8; number += 1) {
      const path = place.session(number);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, record(`short life ${number}`));
      clock.pass(1000);
      await collector.work();
      rmSync(path);
      clock.pass(1000);
      await collector.work();
    }
    gateway.mishap = () => 'none';
    await later();
    expect(sources().map(({ bytes }) => bytes.toString())).toEqual(
      expect.arrayContaining([2, 3, 4, 5, 6, 7].map((number) => record(`short life ${number}`))),
    );
  });

  it('counts once while it is there, also for a collector that was started again, which keeps and sends it once', async () => {
    const path = place.session(1);
    writeFileSync(path, record('kept'));
    gateway.mishap = () => 'cut';
    await start().later();
    const { collector, later } = start();
    await later();
    expect(collector.unsent).toEqual({ files: 1, bytes: record('kept').length });
    expect(heldNames(place.state)).toHaveLength(1);
    rmSync(path);
    await later();
    expect(collector.unsent).toEqual({ files: 1, bytes: record('kept').length });
    gateway.mishap = () => 'none';
    await later();
    expect(textOf()).toBe(record('kept'));
    expect(heldNames(place.state)).toEqual([]);
  });

  it('is found where an earlier version kept it: in a folder with the name of its home', async () => {
    const path = relative(place.home, place.session(1));
    const held = join(place.state, 'held', 'codex', encodeURIComponent(place.home), `${path}@1k`);
    mkdirSync(dirname(held), { recursive: true });
    writeFileSync(held, record('kept'));
    await start().later();
    expect(textOf()).toBe(record('kept'));
    expect(sources()[0]).toMatchObject({ home: place.home, path });
    expect(heldNames(place.state)).toEqual([]);
  });

  it('is sent later under its own name, also after a restart, and from a copy where no second name is possible', async () => {
    for (const link of [
      undefined,
      () => {
        throw Object.assign(new Error('other device'), { code: 'EXDEV' });
      },
    ]) {
      const path = place.session(1);
      writeFileSync(path, record('kept'));
      gateway.mishap = () => 'cut';
      const folder = join(place.folder, link ? 'copies' : 'links');
      await start({ folder, link }).later();
      rmSync(path);
      gateway.mishap = () => 'none';
      await start({ folder, link }).later();
      expect(textOf()).toBe(record('kept'));
      expect(sources()[0]?.path).toMatch(/\.jsonl$/);
      expect(heldNames(folder)).toEqual([]);
      gateway.sources.clear();
    }
  });

  it('is given up where too much waits, the oldest first, and that is told', async () => {
    gateway.mishap = () => 'cut';
    const years = { 1: '2026', 2: '2024', 3: '2025' };
    for (const [number, year] of Object.entries(years)) {
      writeFileSync(place.session(Number(number)), record('x'.repeat(1000)));
      utimesSync(place.session(Number(number)), new Date(year), new Date(year));
    }
    const { later } = start({ maxHeldBytes: 2500 });
    await later();
    for (const number of [1, 2, 3]) rmSync(place.session(number));
    await later();
    await later();
    expect(notices.filter((text) => text.includes('no longer kept'))).toEqual([
      expect.stringContaining(relative(place.home, place.session(2))),
    ]);
    gateway.mishap = () => 'none';
    await later();
    const sent = sources().filter(({ head }) => head > 0);
    expect(sent.map(({ path }) => path.at(-7)).sort()).toEqual(['1', '3']);
  });
});

describe('how much leaves', () => {
  const session = (cwd: string) => record('my words', { payload: { cwd, text: 'my words', id: 'thread-1' } });
  it('is said by the first project that holds the session, and of `off` not even the name', async () => {
    writeFileSync(place.session(1), session('/work/private/x'));
    writeFileSync(place.session(2), session('/work/counted'));
    writeFileSync(place.session(3), session('/work/open'));
    writeFileSync(place.session(4), session('/elsewhere'));
    await start({
      modes: [
        { project: '/work/private', mode: 'off' },
        { project: '/work/counted', mode: 'usage' },
        { project: '/work', mode: 'full' },
      ],
    }).later();
    const modes = new Map(sources().map(({ path, mode }) => [path.at(-7), mode]));
    expect(Object.fromEntries(modes)).toEqual({ 2: 'usage', 3: 'full', 4: 'redacted' });
    expect(
      sources()
        .find(({ mode }) => mode === 'usage')
        ?.bytes.toString(),
    ).not.toContain('my words');
    expect(Buffer.concat(gateway.bodies).includes('private')).toBe(false);
  });

  it('of a session that names no folder is no more than of any folder that is named', async () => {
    writeFileSync(place.session(1), record('who knows'));
    await start({ modes: [{ project: '/work', mode: 'usage' }] }).later();
    expect(sources().map(({ mode }) => mode)).toEqual(['usage']);
    await start({ folder: join(place.folder, 'other'), modes: [{ project: '/work', mode: 'off' }] }).later();
    expect(sources()).toHaveLength(1);
  });

  it('never holds a planted secret: not in what is sent, not in names, not in what is told', async () => {
    const secrets = madeRules.map((rule) => makeSecret(rule));
    const { secret } = makeSecret('github-token', 3);
    const home = join(place.folder, `home-${secret}`);
    const path = place.session(1).replace(place.home, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, secrets.map(({ text }) => record(text) + record('ok', { env: { [text]: text } })).join(''));
    writeFileSync(path.replace('000001', '000002'), record('ok', { payload: { cwd: `/x/${secret}` } }));
    await start({ modes: [], homes: [home] }).later();
    gateway.mishap = () => 'busy';
    await start({ modes: [{ project: '*', mode: 'usage' }], homes: [home], folder: join(place.folder, 'b') }).later();
    const sent = sources().map((source) => source.bytes.toString('utf8') + JSON.stringify({ ...source, bytes: 0 }));
    const all = [...sent, ...gateway.bodies.map(String), ...notices].join('\n');
    const seen = [...secrets, { secret, text: secret }].flatMap(tracesOf).filter((trace) => all.includes(trace));
    expect(seen).toEqual([]);
    expect(sources()[0]?.segments[0]?.redaction).toMatch(/^[0-9a-f]{12}$/);
    expect(existsSync(path)).toBe(true);
  });
});

describe('an archive that was restored', () => {
  it('is asked about all files again by a collector that runs, and gets what it lost', async () => {
    for (const number of [1, 2, 3]) writeFileSync(place.session(number), record(`old ${number}`));
    const { collector, later } = start();
    await later();
    const restore = gateway.backup();
    appendFileSync(place.session(1), record('grown'));
    writeFileSync(place.session(4), record('new'));
    await later();
    expect(sources()).toHaveLength(4);
    restore();
    expect(sources()).toHaveLength(3);
    // Nothing on this machine changes, and the next round is enough.
    clock.pass(61_000);
    await collector.work();
    expect(
      sources()
        .map(({ bytes }) => bytes.toString('utf8'))
        .sort(),
    ).toEqual([record('old 1') + record('grown'), record('old 2'), record('old 3'), record('new')].sort());
    expect(notices).toEqual(['the archive was restored: it is asked about all files again']);
  });

  it('takes no bytes under a number that it has given to another file since', async () => {
    const restore = gateway.backup();
    writeFileSync(place.session(1), record('one'));
    const one = start();
    await one.later();
    restore();
    writeFileSync(place.session(2), record('two'));
    const other = start({ folder: `${place.state}/other` });
    rmSync(place.session(1));
    await other.later();
    writeFileSync(place.session(1), record('one') + record('two'));
    await one.later();
    expect(
      sources()
        .map(({ bytes }) => bytes.toString('utf8'))
        .sort(),
    ).toEqual([record('one') + record('two'), record('two')].sort());
  });

  it('gets nothing back that was forgotten there', async () => {
    writeFileSync(place.session(1), record('one'));
    const { later } = start();
    await later();
    const restore = gateway.backup();
    for (const source of sources()) source.state = 'forgotten';
    appendFileSync(place.session(1), record('two'));
    await later();
    restore();
    await later();
    expect(textOf()).toBe(record('one'));
  });
});

describe('the policy of the server', () => {
  const inFolder = (folder: string, text: string) => record(text, { cwd: folder });
  const modes = (list: object[], version = 'v1') => ({ version, modes: list });

  it('is asked for before anything is sent, and makes modes stricter, never looser', async () => {
    gateway.policy = modes([
      { project: '/work/usage', mode: 'usage' },
      { project: '/work/off', mode: 'off' },
      { project: '/work/open', mode: 'full' },
    ]);
    for (const [index, name] of ['usage', 'off', 'open', 'own'].entries())
      writeFileSync(place.session(index + 1), inFolder(`/work/${name}`, `words of ${name}`));
    await start({
      modes: [
        { project: '/work/own', mode: 'usage' },
        { project: '*', mode: 'redacted' },
      ],
    }).later();
    expect(gateway.requests[0]).toBe('GET /v1/policy');
    expect(sources().map(({ mode }) => mode)).toEqual(expect.arrayContaining(['usage', 'redacted', 'usage']));
    const sent =
      gateway.bodies.map(String).join() +
      sources()
        .map(({ bytes }) => bytes.toString())
        .join();
    expect(sent).toContain('words of open');
    for (const name of ['usage', 'own', 'off']) expect(sent).not.toContain(`words of ${name}`);
    expect(sent).not.toContain('/work/off');
  });

  it('holds from the answer on that names another one, for files that are half sent too', async () => {
    gateway.policy = modes([]);
    writeFileSync(place.session(1), inFolder('/work/a', 'first words'));
    const { later } = start();
    await later();
    expect(textOf()).toContain('first words');
    gateway.policy = modes([{ project: '*', mode: 'usage' }], 'v2');
    await later();
    appendFileSync(place.session(1), inFolder('/work/a', 'second words'));
    await later();
    expect(textOf()).not.toContain('second words');
    expect(sources()[0]).toMatchObject({ mode: 'usage' });
    expect(notices.some((notice) => notice.startsWith('the server has another policy: '))).toBe(true);
    // It is asked for once for each version.
    expect(gateway.requests.filter((request) => request === 'GET /v1/policy')).toHaveLength(2);
    gateway.policy = modes([], 'v3');
    await later();
    appendFileSync(place.session(1), inFolder('/work/a', 'third words'));
    await later();
    expect(textOf()).toContain('third words');
  });

  it('that was off and is not any more lets files go that were looked at before', async () => {
    gateway.policy = modes([{ project: '*', mode: 'off' }]);
    writeFileSync(place.session(1), inFolder('/work/a', 'waiting words'));
    const { later } = start();
    await later();
    expect(sources()).toEqual([]);
    gateway.policy = modes([], 'v2');
    await later();
    await later();
    expect(textOf()).toContain('waiting words');
  });

  it('takes out what it names besides', async () => {
    gateway.policy = { version: 'v1', redaction: { also: ['acme_[0-9]{4,20}'] } };
    writeFileSync(place.session(1), record('the key acme_12345678 is here'));
    await start({ modes: [], redaction: { keep: ['acme_12345678'] } }).later();
    expect(textOf()).toContain('the key [redacted:');
  });

  it('names repositories: by the address in the file, and by what git keeps in the folder', async () => {
    const clone = join(place.state, 'clone');
    mkdirSync(join(clone, '.git'), { recursive: true });
    writeFileSync(join(clone, '.git/config'), '[remote "origin"]\n\turl = git@github.com:acme/app.git\n');
    gateway.policy = modes([{ repository: 'github.com/acme/*', mode: 'usage' }]);
    writeFileSync(place.session(1), inFolder(join(clone, 'src'), 'words of a clone'));
    const told = { cwd: '/gone', git: { repository_url: 'https://github.com/acme/other.git' } };
    writeFileSync(
      place.session(2),
      `${JSON.stringify({ timestamp: 't', type: 'x', payload: told, say: 'told words' })}\n`,
    );
    await start().later();
    expect(
      sources()
        .map(({ mode, repository }) => `${mode} ${repository}`)
        .sort(),
    ).toEqual(['usage github.com/acme/app', 'usage github.com/acme/other']);
  });

  it('that cannot be understood stops everything, and is told', async () => {
    gateway.policy = { version: 'v1', modes: [], allow: 'nothing' };
    writeFileSync(place.session(1), record('words'));
    const { collector, later } = start();
    await later();
    expect(sources()).toEqual([]);
    expect(collector.fault).toMatchObject({ isLasting: true });
    expect(notices.join()).toContain("cannot be obeyed: there is no setting 'allow'");
  });

  it('is kept: what was told last holds at the next start, until the server tells another', async () => {
    const file = createPolicyFile(place.state, gateway.url.origin);
    gateway.policy = modes([{ project: '*', mode: 'usage' }]);
    await start({ policyFile: file }).later();
    expect(file.read()).toMatchObject({ modes: [{ project: '*', mode: 'usage' }] });
    expect(createPolicyFile(place.state, 'https://other.example').read()).toBeUndefined();
    gateway.policy = undefined;
    writeFileSync(place.session(1), record('words after'));
    await start({ policyFile: file }).later();
    expect(textOf()).toContain('words after');
    writeFileSync(join(place.state, 'policy.json'), JSON.stringify({ [gateway.url.origin]: { modes: 7 } }));
    expect(() => file.read()).toThrow('modes is not a list');
  });
});
