import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gatherRemoteInsights } from '../../src/doors/cli/remote/remote-insights.ts';
import { readUsageOptions } from '../../src/doors/cli/usage/usage-options.ts';
import { createPeoplePages } from '../../src/doors/server/people-pages.ts';
import { createSeal } from '../../src/fleet/team/seal.ts';
import { revokePerson } from '../../src/fleet/team/team-admin.ts';
import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import { createTeamStore } from '../../src/fleet/team/team-store.ts';
import { type Comparison, compareSessions } from '../../src/machine/compare/compare-sessions.ts';
import { readCompared } from '../../src/machine/compare/read-compared.ts';
import { sessionChanges } from '../../src/machine/provenance/session-changes.ts';
import { readOpsIn } from '../../src/machine/provenance/session-ops.ts';
import { createUsageTotal } from '../../src/machine/usage/usage-total.ts';
import { codexFile } from '../server/sample-viewer.ts';
import { type Browser, createBrowser } from './browser.ts';
import { openTestTeam } from './open-test-team.ts';
import { startTeamPlace } from './team-place.ts';

const { found, archive, provider, port, origin, close } = await startTeamPlace();
const webFolder = mkdtempSync(join(tmpdir(), 'threadline-web-'));
const faults: unknown[] = [];
let running: RunningTeamServer;
let anna: Browser;
let bob: Browser;

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));

async function loggedIn(sub: string): Promise<Browser> {
  provider.people.set(sub, { groups: ['g-core'] });
  const browser = createBrowser();
  await browser.login(`${origin}/auth/login`, sub);
  return browser;
}

async function ask(browser: Browser, path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await browser.hop(origin + path, init);
  return { status: answer.status, text: await answer.text() };
}

/** The archive as a colleague sees it. What is read of it so is not noted. */
const storeOf = async (sub: string) => {
  const [person] = await asOwner('select id from person where sub = $1', [sub]);
  const reader = { person: Number(person?.id), teams: ['core'], admin: false, text: true };
  const seal = createSeal(Buffer.alloc(32, 1), 'cursors');
  const unheard = async () => {};
  const { team: database, tenant } = archive;
  return createTeamStore({ database, tenant, reader, seal, note: unheard, noteChoice: unheard });
};

const pick = ({ steps, tests, files }: Comparison) => ({ steps, tests, files });

/** What a stream tells until it tells this. */
async function readUntil({ body }: Response, wanted: string): Promise<string> {
  let told = '';
  const decoder = new TextDecoder();
  for await (const part of body ?? []) {
    told += decoder.decode(part, { stream: true });
    if (told.includes(wanted)) return told;
  }
  return told;
}

const listOf = async (browser: Browser): Promise<unknown> =>
  JSON.parse((await ask(browser, '/api/sessions')).text).items;

describe.skipIf('skip' in found)('the viewer of a team server', () => {
  beforeAll(async () => {
    mkdirSync(join(webFolder, 'assets'));
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>viewer</title>');
    writeFileSync(join(webFolder, 'assets', 'a.js'), 'ok()');
    const onFault = (error: unknown) => void faults.push(error);
    running = await openTestTeam({
      archive,
      provider,
      port,
      pages: createPeoplePages({ webFolder, version: '0', origin, onFault }),
      onFault,
    });
    anna = await loggedIn('anna');
    bob = await loggedIn('bob');
    const [person] = await asOwner("select id from person where sub = 'anna'");
    const owner = { person: Number(person?.id), machine: 'laptop' };
    await archive.putSession(owner, { threadId: 'one', text: 'the word xyzzyplugh' });
  });
  afterAll(async () => {
    await close();
    rmSync(webFolder, { recursive: true, force: true });
  });

  it('leads whoever is not logged in to the login, and back to the page', async () => {
    const place = `${origin}/s/codex/one?row=3`;
    const nobody = await createBrowser().hop(place, { headers: { accept: 'text/html' } });
    expect([nobody.status, nobody.headers.get('location')]).toEqual([
      303,
      '/auth/login?next=%2Fs%2Fcodex%2Fone%3Frow%3D3',
    ]);
    const page = await createBrowser().login(place, 'anna');
    expect([page.url.href, page.text]).toEqual([place, expect.stringContaining('<title>viewer</title>')]);
  });

  it('gives files to everybody, and answers to nobody', async () => {
    const nobody = createBrowser();
    expect(await ask(nobody, '/assets/a.js')).toEqual({ status: 200, text: 'ok()' });
    for (const path of ['/api/hello', '/api/sessions', '/api/search?q=xyzzyplugh', '/api/events', '/api/usage'])
      expect(await ask(nobody, path)).toEqual({ status: 401, text: '{"error":"logged-out"}' });
    const bearer = { authorization: `Bearer ${anna.cookies.get(origin)?.get('__Host-threadline')}` };
    expect((await ask(nobody, '/api/sessions', { headers: bearer })).status).toBe(401);
  });

  it('shows people what they may see, and of the rest not even that it is there', async () => {
    expect(JSON.parse((await ask(anna, '/api/hello')).text)).toMatchObject({ person: 'Name of anna', remote: true });
    // A viewer begins with an empty list, and fills it.
    await vi.waitFor(
      async () => expect(await listOf(anna)).toMatchObject([{ key: 'codex/one', projectName: '/work/a' }]),
      { timeout: 10_000 },
    );
    expect((await ask(anna, '/api/search?q=xyzzyplugh')).text).toContain('xyzzyplugh');
    expect(await listOf(bob)).toEqual([]);
    for (const path of [
      '',
      '/rows',
      '/outline',
      '/lines?from=1&to=9',
      '/changes',
      '/time',
      '/export?format=markdown',
    ]) {
      const hidden = await ask(bob, `/api/sessions/codex/one${path}`);
      expect([path, hidden]).toEqual([path, await ask(bob, `/api/sessions/codex/none${path}`)]);
      expect(hidden.status).toBe(404);
    }
    const searchOf = async (word: string) => {
      const { query: _, lagMs: __, ...rest } = JSON.parse((await ask(bob, `/api/search?q=${word}`)).text);
      return rest;
    };
    expect(await searchOf('xyzzyplugh')).toEqual(await searchOf('nowhere'));
    expect(
      await asOwner("select 1 from team_audit where action = 'search' and tenant = $1", [archive.tenant]),
    ).not.toEqual([]);
  });

  it('tells whose work cost what, of those whose figures one may see', async () => {
    const teamOf = async (browser: Browser, since = '30d') =>
      JSON.parse((await ask(browser, `/api/team?since=${since}`)).text);
    const own = await teamOf(anna);
    expect(own.people).toEqual([
      { name: 'Name of anna', sessions: 1, requests: 1, tokens: 107, costUsd: expect.any(Number) },
    ]);
    expect(own.repositories).toMatchObject([{ name: '/work/a', sessions: 1 }]);
    expect(own.machines).toMatchObject([{ name: 'laptop' }]);
    expect(own.weeks.map(({ people }: { people: number }) => people)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(own.silent).toEqual([]);
    // Figures are for the team, which bob is in, and erin is not.
    expect((await teamOf(bob)).people).toEqual(own.people);
    provider.people.set('erin', { groups: [] });
    const erin = createBrowser();
    await erin.login(`${origin}/auth/login`, 'erin');
    expect(await teamOf(erin)).toMatchObject({ people: [], repositories: [], machines: [], silent: [] });
    for (const since of ['x', '-1d', '1e9d', '{"toString":0}'])
      expect((await ask(anna, `/api/team?since=${encodeURIComponent(since)}`)).status).toBe(400);
  });

  it('tells what the stored lines of a session changed, to those who may read them', async () => {
    const sample = new URL(`../../sample/${codexFile}`, import.meta.url);
    const [person] = await asOwner("select id from person where sub = 'anna'");
    const owner = { person: Number(person?.id), machine: 'laptop' };
    for (const [threadId, text] of [
      ['shown', 'team'],
      ['own', 'private'],
    ] as const) {
      await archive.putSession(owner, { threadId, text: 'edits', project: '/home/you/harbour', seenBy: { text } });
      const lines = readFileSync(sample);
      const packed = zstdCompressSync(lines);
      await asOwner(
        `insert into segment(tenant, source_id, start, size, packed, body, redaction)
          select tenant, id, 0, $1, $2, $3, '' from source where tenant = $4 and path = $5`,
        [lines.length, packed.length, packed, archive.tenant, `/home/user/.codex/${threadId}.jsonl`],
      );
    }
    const ops = await readOpsIn([{ path: fileURLToPath(sample), agent: 'codex', id: 'shown' }], {});
    const expected = (await sessionChanges({ agent: 'codex', id: 'shown' }, ops)).files;
    expect(expected.length).toBeGreaterThan(0);
    for (const [browser, threadId] of [
      [anna, 'shown'],
      [anna, 'own'],
      [bob, 'shown'],
    ] as const) {
      const path = `/api/sessions/codex/${threadId}/changes`;
      // A viewer hears of a new session within seconds.
      await vi.waitFor(async () => expect([path, (await ask(browser, path)).status]).toEqual([path, 200]), {
        timeout: 20_000,
      });
      const answer = await ask(browser, path);
      const { files, undone, ...about } = JSON.parse(answer.text);
      const figures = ({ path, kind, added, removed }: (typeof expected)[number]) => ({ path, kind, added, removed });
      expect([...files, ...undone].map(figures)).toEqual(expected.map(figures));
      expect(about).toMatchObject({ stored: true, repository: 'none', commits: [] });
    }
    expect(await ask(bob, '/api/sessions/codex/own/changes')).toEqual({ status: 404, text: '{"error":"not-found"}' });
    const noted = await asOwner("select distinct thread_id from team_audit where action = 'raw' and tenant = $1", [
      archive.tenant,
    ]);
    expect(noted.map(({ thread_id: id }) => id).sort()).toEqual(expect.arrayContaining(['own', 'shown']));
    // Without its lines nobody can tell what it changed, and nobody says that it changed nothing.
    expect(await ask(anna, '/api/sessions/codex/one/changes')).toEqual({ status: 410, text: '{"error":"gone"}' });
  });

  it('compares sessions by their stored lines, for those who may read all of them', async () => {
    const noted = async (sub: string) => {
      const rows = await asOwner(
        `select thread_id from team_audit join person on person.id = team_audit.person_id
          where action = 'raw' and sub = $1 and team_audit.tenant = $2 order by 1`,
        [sub, archive.tenant],
      );
      return rows.map(({ thread_id: id }) => id);
    };
    const path = fileURLToPath(new URL(`../../sample/${codexFile}`, import.meta.url));
    const ops = await readOpsIn([{ path, agent: 'codex', id: 'shown' }], {});
    const alone = await readCompared(path, { ops, usage: createUsageTotal().total() });
    const expected = compareSessions([alone, alone]);
    const answer = await ask(anna, '/api/compare?a=codex%2Fshown&b=codex%2Fown');
    const { steps, tests, files, figures, keys } = JSON.parse(answer.text);
    expect([answer.status, keys]).toEqual([200, ['codex/shown', 'codex/own']]);
    expect(expected.steps.length).toBeGreaterThan(3);
    expect({ steps, tests, files }).toEqual(JSON.parse(JSON.stringify(pick(expected))));
    expect(figures.find(({ name }: { name: string }) => name === 'tokens')).toMatchObject({ a: 107, b: 107 });
    const three = '/api/compare?a=codex%2Fshown&b=codex%2Fown&c=codex%2Fshown';
    expect(JSON.parse((await ask(anna, three)).text).heads.length).toBe(3);
    expect(await noted('anna')).toEqual(expect.arrayContaining(['own', 'shown']));
    const before = await noted('bob');
    for (const [a, b] of [
      ['shown', 'ID'],
      ['ID', 'shown'],
    ] as const) {
      const asked = async (id: string) => ask(bob, `/api/compare?a=codex%2F${a}&b=codex%2F${b}`.replace('ID', id));
      expect(await asked('own')).toEqual({ status: 404, text: '{"error":"not-found"}' });
      expect(await asked('own')).toEqual(await asked('none'));
    }
    // Of what he may read nothing was read for it.
    expect(await noted('bob')).toEqual(before);
    expect((await ask(bob, '/api/compare?a=codex%2Fshown&b=codex%2Fshown')).status).toBe(200);
    // The text of a conversation alone does not tell what was done.
    expect((await ask(anna, '/api/compare?a=codex%2Fone&b=codex%2Fshown')).status).toBe(410);
    expect((await ask(anna, '/api/compare?a=codex%2Fone')).status).toBe(400);
  });

  it('narrows the list, a search and usage by person, team, repository and machine, with counts of what one may see', async () => {
    const facetsOf = async (browser: Browser, path: string) => {
      const { people, teams, repositories, machines } = JSON.parse((await ask(browser, path)).text).facets;
      return [people, teams, repositories, machines].map((counts?: { key: string; count: number }[]) =>
        counts?.map(({ key, count }) => `${key} ${count}`),
      );
    };
    const all = (count: number) => [[`Name of anna ${count}`], [`core ${count}`]];
    const folders = ['/home/you/harbour 2', '/work/a 1'];
    expect(await facetsOf(anna, '/api/sessions')).toEqual([...all(3), folders, ['laptop 3']]);
    // Each menu counts what the others leave.
    const inFolder = '?repository=%2Fhome%2Fyou%2Fharbour';
    expect(await facetsOf(anna, `/api/sessions${inFolder}`)).toEqual([...all(2), folders, ['laptop 2']]);
    expect(await facetsOf(bob, '/api/sessions')).toEqual([...all(1), ['/home/you/harbour 1'], ['laptop 1']]);
    expect(await facetsOf(bob, '/api/search?q=edits&facets=1')).toEqual([
      ...all(1),
      ['/home/you/harbour 1'],
      ['laptop 1'],
    ]);
    const keys = async (browser: Browser, query: string) =>
      JSON.parse((await ask(browser, `/api/sessions?${query}`)).text)
        .items.map(({ key }: { key: string }) => key)
        .sort();
    for (const query of ['person=Name+of+anna', 'team=core', 'machine=laptop', 'person=nobody&person=Name+of+anna']) {
      expect(await keys(anna, query)).toEqual(['codex/one', 'codex/own', 'codex/shown']);
      expect(await keys(bob, query)).toEqual(['codex/shown']);
    }
    expect(await keys(anna, 'repository=%2Fwork%2Fa')).toEqual(['codex/one']);
    for (const query of ['person=nobody', 'team=other', 'machine=x', 'repository=', 'repository=%2Fwork'])
      expect([query, await keys(anna, query)]).toEqual([query, query === 'repository=' ? await keys(anna, '') : []]);
    const requests = async (browser: Browser, query: string) =>
      JSON.parse((await ask(browser, `/api/usage?since=all&${query}`)).text).total.requests;
    for (const query of ['person=Name+of+anna', 'team=core', 'machine=laptop']) {
      expect(await requests(anna, query)).toBe(3);
      // Figures are for the team.
      expect(await requests(bob, query)).toBe(3);
    }
    expect(await requests(anna, 'repository=%2Fwork%2Fa')).toBe(1);
    for (const query of ['person=nobody', 'team=other', 'repository=%2Fwork'])
      expect(await requests(anna, query)).toBe(0);
    const choices = JSON.parse((await ask(bob, '/api/team/choices')).text);
    expect(choices).toMatchObject({ people: ['Name of anna'], teams: ['core'], machines: ['laptop'] });
    expect([...choices.repositories].sort()).toEqual(['/home/you/harbour', '/work/a']);
    const erin = createBrowser();
    await erin.login(`${origin}/auth/login`, 'erin');
    expect(JSON.parse((await ask(erin, '/api/team/choices')).text)).toMatchObject({
      people: [],
      teams: [],
      machines: [],
    });
    expect(await facetsOf(erin, '/api/search?q=edits&facets=1')).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('lists no more after a second what its owner hid, and again what was shown again', async () => {
    const storeOfAnna = await storeOf('anna');
    const key = { agent: 'codex', threadId: 'shown' } as const;
    const listed = async (query = '') => {
      const { items, total, facets, bytes } = JSON.parse((await ask(bob, `/api/sessions${query}`)).text);
      return { keys: items.map(({ key }: { key: string }) => key), total, facets, bytes };
    };
    const news = bob.hop(`${origin}/api/events?list=1`).then((answer) => readUntil(answer, '"gone":["codex/shown"]'));
    const usage = async () => (await ask(bob, '/api/usage?by=session&since=all')).text;
    const before = await listed();
    expect([before.keys, before.total]).toEqual([['codex/shown'], 1]);
    expect(await usage()).toContain('title of edits');
    await storeOfAnna.setVisibility(key, { text: 'private' });
    await expect.poll(async () => (await listed()).keys, { timeout: 10_000 }).toEqual([]);
    for (const query of ['', '?q=edits', '?sort=cost&group=day', '?agent=codex'])
      expect(await listed(query)).toEqual({
        keys: [],
        total: 0,
        facets: { agents: [], projects: [], models: [], tags: [] },
        bytes: 0,
      });
    expect(await usage()).not.toContain('title of edits');
    for (const path of ['', '/outline', '/changes'])
      expect((await ask(bob, `/api/sessions/codex/shown${path}`)).status).toBe(404);
    expect(await news).toContain('"gone":["codex/shown"]');
    await storeOfAnna.setVisibility(key, { text: 'team' });
    await expect.poll(() => listed(), { timeout: 10_000 }).toEqual(before);
  });

  it('reads no text for a list, so that the audit names what was opened', async () => {
    const frank = await loggedIn('frank');
    const actions = async () => {
      const rows = await asOwner(
        `select action, thread_id from team_audit join person on person.id = team_audit.person_id
          where sub = 'frank' and team_audit.tenant = $1 and action <> 'login'`,
        [archive.tenant],
      );
      return rows.map(({ action, thread_id: id }) => `${action} ${id}`);
    };
    for (let times = 0; times < 3; times += 1) expect(await listOf(frank)).toMatchObject([{ key: 'codex/shown' }]);
    await wait(500);
    expect(await actions()).toEqual([]);
    expect((await ask(frank, '/api/sessions/codex/shown/outline')).status).toBe(200);
    expect(new Set(await actions())).toEqual(new Set(['raw shown']));
  });

  it('tells insights of the sessions that one may read, and counts no other', async () => {
    const insightsOf = async (browser: Browser) =>
      JSON.parse((await ask(browser, '/api/insights?since=all&zone=UTC')).text);
    const options = await readUsageOptions({ zone: 'UTC' }, { command: 'insights' });
    /** The sessions whose texts the audit says that a person read. */
    const notedOf = async (sub: string) => {
      const rows = await asOwner(
        `select distinct thread_id from team_audit join person on person.id = team_audit.person_id
          where action = 'read' and sub = $1 and team_audit.tenant = $2`,
        [sub, archive.tenant],
      );
      return rows.map(({ thread_id: id }) => id).sort();
    };
    for (const [sub, browser, read] of [
      ['anna', anna, ['one', 'own', 'shown']],
      ['bob', bob, ['shown']],
    ] as const) {
      const page = await insightsOf(browser);
      expect([sub, page.of.sessions, page.stored]).toEqual([sub, read.length, true]);
      expect(page).toMatchObject((await gatherRemoteInsights(await storeOf(sub), options)).insights);
      expect([page.commits, page.commitsTotal, Object.values(page.outcome)]).toEqual([[], 0, [0, 0, 0, 0, 0, 0]]);
      expect(await notedOf(sub)).toEqual(read);
    }
    // Of hers he is told figures, and they are not his to look into.
    const figures = (await gatherRemoteInsights(await storeOf('bob'), options)).rows;
    expect(figures.map(({ threadId }) => threadId).sort()).toEqual(['one', 'own', 'shown']);
    expect(JSON.stringify(await insightsOf(bob))).not.toMatch(/"(?:one|own)"|deleted session/);
    await (await storeOf('anna')).setVisibility({ agent: 'codex', threadId: 'shown' }, { text: 'private' });
    expect((await insightsOf(bob)).of.sessions).toBe(0);
  });

  it('changes nothing but what its reader notes, runs nothing, and gives no key out', async () => {
    const headers = { 'content-type': 'application/json', origin };
    const note = { method: 'POST', body: '{"star":true}', headers };
    expect((await ask(anna, '/api/sessions/codex/one/noted', note)).status).toBe(403);
    expect((await ask(anna, '/api/runs', { method: 'POST', body: '{}', headers })).status).toBe(403);
    expect((await ask(anna, '/api/runs')).status).toBe(403);
    expect((await ask(anna, '/api/code')).status).toBe(404);
    expect((await ask(anna, '/api/proof?challenge=x')).status).toBe(404);
    expect(JSON.parse((await ask(anna, '/api/hello')).text)).toMatchObject({
      features: { run: false, notes: true, ghosts: false, team: true },
      homes: [],
    });
  });

  it('may be linked to by others, who may not ask its questions', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', accept: 'text/html' };
    expect((await ask(anna, '/s/codex/one', { headers })).status).toBe(200);
    expect((await ask(anna, '/api/sessions', { headers })).status).toBe(403);
    expect((await ask(anna, '/api/sessions', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  it('ends with the login', async () => {
    const carol = await loggedIn('carol');
    expect((await ask(carol, '/api/sessions')).status).toBe(200);
    await carol.post(`${origin}/auth/logout`, {});
    expect((await ask(carol, '/api/sessions')).status).toBe(401);
    const dave = await loggedIn('dave');
    expect((await ask(dave, '/api/sessions')).status).toBe(200);
    await revokePerson(archive.database, archive.tenant, 'dave');
    expect((await ask(dave, '/api/sessions')).status).toBe(401);
  });

  it('streams what is new until the server ends', async () => {
    const stream = await anna.hop(`${origin}/api/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const ended = stream.text();
    await running.close();
    expect(await ended).toContain(': threadline');
    expect(faults).toEqual([]);
  });
});
