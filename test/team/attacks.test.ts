import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPeoplePages } from '../../src/doors/server/people-pages.ts';
import { revokePerson } from '../../src/fleet/team/team-admin.ts';
import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import { fleetLimits } from '../../src/limits/fleet.ts';
import { type Browser, createBrowser } from './browser.ts';
import { openTestTeam } from './open-test-team.ts';
import { startTeamPlace } from './team-place.ts';

const { found, archive, provider, port, origin, close } = await startTeamPlace();
const webFolder = mkdtempSync(join(tmpdir(), 'threadline-web-'));
const COOKIE = '__Host-threadline';
let running: RunningTeamServer;
let anna: Browser;
let bob: Browser;

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));
const cookieOf = (browser: Browser, name = COOKIE) => browser.cookies.get(origin)?.get(name);
const ask = async (browser: Browser, path: string, init: RequestInit = {}) => {
  const answer = await browser.hop(origin + path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
async function loggedIn(sub: string, groups = ['g-core']): Promise<Browser> {
  provider.people.set(sub, { groups });
  const browser = createBrowser();
  await browser.login(`${origin}/auth/login`, sub);
  return browser;
}
const postJson = async (path: string, body: unknown) => {
  const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};

describe.skipIf('skip' in found)('whoever attacks a team server', () => {
  beforeAll(async () => {
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>viewer</title>');
    const onFault = () => {};
    const pages = createPeoplePages({ webFolder, version: '0', origin, onFault, lookMs: 200 });
    running = await openTestTeam({ archive, provider, port, pages, onFault });
    anna = await loggedIn('anna');
    bob = await loggedIn('bob');
    const [person] = await asOwner("select id from person where sub = 'anna'");
    const owner = { person: Number(person?.id), machine: 'laptop' };
    for (const threadId of ['one', 'two'])
      await archive.putSession(owner, { threadId, text: 'the word xyzzyplugh', seenBy: { text: 'private' } });
    const listed = async () => JSON.parse((await ask(anna, '/api/sessions')).text).total;
    await vi.waitFor(async () => expect(await listed()).toBe(2), { timeout: 20_000 });
  }, 60_000);
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await running?.close();
    await close();
    rmSync(webFolder, { recursive: true, force: true });
  }, 60_000);

  it.each([
    '%2F%2Fevil.example',
    '%2f%5cevil.example',
    '/%5Cevil.example',
    '///evil.example',
    '%09//evil.example',
    '/%09/evil.example',
    '%0a//evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/x%0d%0aSet-Cookie:%20a=b',
    '%20//evil.example',
    'http:evil.example',
    '/%E2%80%AE//evil.example',
    '%00//evil.example',
    `/${'a'.repeat(1900)}%0a`,
  ])('leads nobody away by next=%s', async (next) => {
    const browser = createBrowser();
    const page = await browser.login(`${origin}/auth/login?next=${next}`, 'anna');
    expect(page.url.origin).toBe(origin);
    expect(page.url.pathname).toBe('/');
  });

  it('cannot give somebody a cookie that becomes a login', async () => {
    const victim = createBrowser();
    const planted = `tl_${'A'.repeat(43)}`;
    victim.cookies.set(origin, new Map([[COOKIE, planted]]));
    await victim.login(`${origin}/auth/login`, 'anna');
    expect(cookieOf(victim)).not.toBe(planted);
    const both = { headers: { cookie: `${COOKIE}=${cookieOf(victim)}; ${COOKIE}=${planted}` } };
    expect((await fetch(`${origin}/api/sessions`, both)).status).toBe(401);
    // His own login that he left there ends when the victim logs in: he does not look over a shoulder.
    const left = await loggedIn('carl');
    const token = cookieOf(left) ?? '';
    const other = createBrowser();
    other.cookies.set(origin, new Map([[COOKIE, token]]));
    await other.login(`${origin}/auth/login`, 'anna');
    expect((await ask(left, '/api/sessions')).status).toBe(401);
  });

  it('has no use for a login that was begun long ago', async () => {
    const browser = createBrowser();
    await browser.hop(`${origin}/auth/login`);
    const callback = '/auth/callback?code=x&state=y';
    expect((await ask(browser, callback)).text).toContain('did not confirm');
    await browser.hop(`${origin}/auth/login`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect((await ask(browser, callback)).text).toContain('too long ago');
  });

  it('gets a machine in once by a code, and for no longer than the login that confirmed it', async () => {
    const { body: device } = await postJson('/auth/device', { machine: 'laptop' });
    const page = await loggedIn('dora');
    await asOwner("update person set seen_at = now() - interval '59 minutes' where sub = 'dora'");
    const confirm = () => page.post(`${origin}/auth/device/confirm`, { code: String(device.user_code) });
    expect((await confirm()).status).toBe(200);
    expect((await confirm()).status).toBe(404);
    const { status, body } = await postJson('/auth/device/token', { device_code: device.device_code });
    expect([status, body.expires_in <= 60]).toEqual([200, true]);
    expect(await postJson('/auth/device/token', { device_code: device.device_code })).toMatchObject({
      status: 400,
      body: { error: 'expired_token' },
    });
    // Two machines of one person renew at once, and the provider is asked once: neither lasts longer for it.
    await asOwner("update person set seen_at = now() - interval '50 seconds' where sub = 'dora'");
    const renewed = await postJson('/auth/renew', { renewal: body.renewal });
    expect(renewed.body.expires_in).toBeLessThanOrEqual(3550);
  });

  it.each<[string, (sub: string, browser: Browser) => Promise<unknown>]>([
    ['is revoked', (sub) => revokePerson(archive.database, archive.tenant, sub)],
    ['logs out', (_, browser) => browser.post(`${origin}/auth/logout`, {})],
    ['is in another team since', (sub) => asOwner("update person set groups = '{g-admin}' where sub = $1", [sub])],
    [
      'has a login that ends',
      (sub) =>
        asOwner('update team_token set expires_at = now() where person_id = (select id from person where sub = $1)', [
          sub,
        ]),
    ],
  ])('keeps no stream when he %s', async (what, happen) => {
    const sub = `stream-${what.replaceAll(' ', '-')}`;
    const browser = await loggedIn(sub);
    const stream = await browser.hop(`${origin}/api/events?list=1`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const ended = stream.text();
    await happen(sub, browser);
    expect(await ended).toContain(': threadline');
  });

  it('is told no change that he waited for when he was revoked meanwhile', async () => {
    const { body: device } = await postJson('/auth/device', { machine: 'waiting' });
    const page = await loggedIn('fred');
    await page.post(`${origin}/auth/device/confirm`, { code: String(device.user_code) });
    const { body } = await postJson('/auth/device/token', { device_code: device.device_code });
    const call = (since: string) =>
      fetch(`${origin}/v1/store/changes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${body.token}` },
        body: JSON.stringify({ since }),
      });
    const { value } = await (await call('now')).json().catch(() => ({ value: { cursor: 'now' } }));
    const waiting = call(value.cursor);
    await revokePerson(archive.database, archive.tenant, 'fred');
    const [person] = await asOwner("select id from person where sub = 'anna'");
    await archive.putSession(
      { person: Number(person?.id), machine: 'laptop' },
      { threadId: 'news', text: 'news', seenBy: { text: 'all' } },
    );
    expect((await waiting).status).toBe(401);
  }, 60_000);

  it('finds nothing of others in a cache, and no use for their cursors', async () => {
    for (const path of [
      '/api/hello',
      '/api/sessions',
      '/api/search?q=xyzzyplugh&facets=1',
      '/api/usage',
      '/api/team',
    ]) {
      const answer = await ask(anna, path);
      expect([path, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([path, 'no-store', null]);
    }
    const { more } = JSON.parse((await ask(anna, '/api/search?q=xyzzyplugh&limit=1')).text);
    expect(more).toMatch(/^[\w-]+$/);
    expect((await ask(anna, `/api/search?q=xyzzyplugh&limit=1&cursor=${more}`)).status).toBe(200);
    const his = await ask(bob, `/api/search?q=xyzzyplugh&limit=1&cursor=${more}`);
    const madeUp = await ask(bob, '/api/search?q=xyzzyplugh&limit=1&cursor=x');
    expect([his.status, his.text]).toEqual([400, madeUp.text]);
    const { next } = JSON.parse((await ask(anna, '/api/sessions?limit=1')).text);
    const list = JSON.parse((await ask(bob, `/api/sessions?limit=1&cursor=${next}`)).text);
    // It is a place in one's own list: nothing of hers is told by it.
    for (const { key } of list.items) expect(key).toBe('codex/news');
    expect(list.total).toBeLessThanOrEqual(1);
    const { facets } = JSON.parse((await ask(bob, '/api/search?q=xyzzyplugh&facets=1')).text);
    expect(facets).toEqual({ agents: [], roles: [], projects: [], counted: 0, fitting: 0 });
  });

  it('reads no more of what he has open when its owner hides it', async () => {
    const [person] = await asOwner("select id from person where sub = 'anna'");
    const owner = { person: Number(person?.id), machine: 'laptop' };
    await archive.putSession(owner, { threadId: 'open', text: 'the word grault', seenBy: { text: 'team' } });
    const path = '/api/sessions/codex/open';
    await vi.waitFor(async () => expect((await ask(bob, path)).status).toBe(200), { timeout: 20_000 });
    const parts = ['', '/rows', '/outline', '/find?q=grault', '/time', '/changes', '/lines?from=1&to=2'];
    for (const part of parts) await ask(bob, path + part);
    const hide = { person: owner.person, teams: [], admin: false, text: true };
    await archive.team.transaction({ role: 'team', tenant: archive.tenant, reader: hide }, (queries) =>
      queries.run("select team_choose('codex', 'open', 0::smallint, 0::smallint)"),
    );
    for (const part of parts) {
      const { status, text } = await ask(bob, path + part);
      expect([part, status, text]).toEqual([part, 404, '{"error":"not-found"}']);
    }
    // Nor by a stream, which begins with what was read already.
    const stream = await bob.hop(`${origin}/api/events?session=codex/open&after=0`);
    const told = new TextDecoder();
    let text = '';
    const reader = stream.body?.getReader();
    const end = setTimeout(() => void reader?.cancel(), 1500);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += told.decode(part.value);
    clearTimeout(end);
    expect(text).not.toContain('grault');
  });

  it('does not say where he comes from: without a proxy of ours headers count for nothing', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' };
    await ask(anna, '/api/search?q=xyzzyplugh', { headers });
    await fetch(`${origin}/auth/callback?code=x&state=y`, { headers });
    expect(await asOwner("select 1 from team_audit where address like '203.%'")).toEqual([]);
    // Nor does a header choose where a login leads back to.
    const login = await fetch(`${origin}/auth/login`, {
      redirect: 'manual',
      headers: { ...headers, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    });
    expect(login.headers.get('location')).not.toContain('evil.example');
  });

  it('reads no text while readings cannot be noted, on the pages either', async () => {
    const fresh = await loggedIn('anna');
    const total = async () => JSON.parse((await ask(fresh, '/api/sessions')).text).total;
    await vi.waitFor(async () => expect(await total()).toBeGreaterThan(1), { timeout: 20_000 });
    await asOwner('alter table team_audit add constraint full_disk check (n < 0) not valid');
    try {
      // The list looks into what it shows, and what was noted then is one reading: this one is new.
      const [person] = await asOwner("select id from person where sub = 'anna'");
      const before = await total();
      const owner = { person: Number(person?.id), machine: 'laptop' };
      await archive.putSession(owner, { threadId: 'unread', text: 'the word xyzzyplugh' });
      await vi.waitFor(async () => expect(await total()).toBe(before + 1), { timeout: 20_000 });
      for (const path of [
        '/api/sessions/codex/unread/rows',
        '/api/sessions/codex/unread/export?format=markdown',
        '/api/search?q=xyzzyplugh',
      ]) {
        const { status, text } = await ask(fresh, path);
        expect([path, status]).toEqual([path, 503]);
        expect(text).not.toContain('plugh');
      }
      expect((await ask(fresh, '/api/usage')).status).toBe(200);
    } finally {
      await asOwner('alter table team_audit drop constraint full_disk');
    }
    expect((await ask(fresh, '/api/search?q=xyzzyplugh')).status).toBe(200);
  });

  // The last one: from here on this address has to wait.
  it('cannot fill the database without a login: what leaves a row is refused after the first hundreds', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < fleetLimits.maxStrangerRows + 60 && statuses.at(-1) !== 429; asked += 1)
      statuses.push((await postJson('/auth/device', { machine: 'no name' })).status);
    expect(statuses.at(-1)).toBe(429);
    const callback = await fetch(`${origin}/auth/callback?code=x&state=y`);
    expect([callback.status, callback.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await fetch(`${origin}/auth/login`, { redirect: 'manual' })).status).toBe(303);
  });
});
