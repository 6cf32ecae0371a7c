import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenDigest } from '../../src/fleet/gateway/token.ts';
import { restorePerson, revokePerson } from '../../src/fleet/team/team-admin.ts';
import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import { createBrowser } from './browser.ts';
import { openTestTeam } from './open-test-team.ts';
import { startTeamPlace } from './team-place.ts';

const { found, archive, provider, port, origin, close } = await startTeamPlace();
const faults: unknown[] = [];
let running: RunningTeamServer;

async function openServer() {
  return openTestTeam({ archive, provider, port, onFault: (error) => void faults.push(error) });
}

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));
const postJson = async (path: string, body: object) => {
  const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};
const me = async (token: string) => {
  const answer = await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
};
const cookieOf = (browser: ReturnType<typeof createBrowser>) => browser.cookies.get(origin)?.get('__Host-threadline');

/** Logs a machine in, as `threadline login` does. */
async function deviceLogin(person: string, machine = 'laptop') {
  const { body: device } = await postJson('/auth/device', { machine });
  const browser = createBrowser();
  const page = await browser.login(`${origin}/auth/device?code=${device.user_code}`, person);
  const done = await browser.post(`${origin}/auth/device/confirm`, { code: device.user_code });
  const { body } = await postJson('/auth/device/token', { device_code: device.device_code });
  return { device, page, done, body };
}

describe.skipIf('skip' in found)('a login at a team server', () => {
  beforeAll(async () => {
    provider.people.set('anna', { groups: ['g-core'] });
    provider.people.set('bob', {});
    running = await openServer();
  });
  afterAll(async () => {
    await running?.close();
    await close();
  });

  it('goes by teams and admins that are in the audit once, however often a server starts with them', async () => {
    await running.close();
    running = await openServer();
    const sql = "select detail from team_audit where action = 'teams' and tenant = $1";
    const [row, ...others] = await asOwner(sql, [archive.tenant]);
    expect(JSON.parse(String(row?.detail))).toEqual({ admins: ['g-admin'], 'team core': ['g-core'] });
    expect(others).toEqual([]);
  });

  it('by the page sets a cookie for this host alone, which says who one is', async () => {
    const browser = createBrowser();
    const begun = await browser.hop(`${origin}/auth/login?next=/auth/device`);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-threadline-login=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=600$/);
    const asked = new URL(begun.headers.get('location') ?? '');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const page = await browser.login(`${origin}/auth/login?next=/auth/device`, 'anna');
    expect([page.url.href, page.status]).toEqual([`${origin}/auth/device`, 200]);
    const told = await browser.hop(`${origin}/api/me`);
    expect(await told.json()).toMatchObject({
      person: { issuer: provider.issuer, sub: 'anna', name: 'Name of anna' },
      teams: ['core'],
      admin: false,
      scopes: ['text', 'usage'],
    });
    const before = cookieOf(browser);
    await browser.login(`${origin}/auth/login`, 'anna');
    expect(cookieOf(browser)).not.toBe(before);
    expect((await me(before ?? '')).status).toBe(401);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/a\\b',
  ])('does not lead to %s', async (next) => {
    const browser = createBrowser();
    const page = await browser.login(`${origin}/auth/login?next=${encodeURIComponent(next)}`, 'anna');
    expect(page.url.href).toBe(`${origin}/`);
  });

  it('refuses a callback that was begun elsewhere, with another state, or a second time', async () => {
    const browser = createBrowser();
    const stranger = await createBrowser().get(`${origin}/auth/callback?code=x&state=y`);
    expect(stranger.status).toBe(400);
    await browser.hop(`${origin}/auth/login`);
    expect((await browser.get(`${origin}/auth/callback?code=x&state=y`)).status).toBe(400);
    // The address of a callback that worked, with the cookie that it had.
    const other = createBrowser();
    const begun = await other.hop(`${origin}/auth/login`);
    const kept = other.cookies.get(origin)?.get('__Host-threadline-login') ?? '';
    let callback = '';
    const hop = other.hop;
    let place = begun.headers.get('location') ?? '';
    for (let step = 0; step < 20 && callback === ''; step += 1) {
      const answer = await hop(place);
      const text = await answer.text();
      const action = /<form[^>]* action="([^"]*\/interaction\/[^"]*)"/.exec(text)?.[1];
      if (action !== undefined) {
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? '';
        const form = new URLSearchParams({ prompt, login: 'anna', password: 'x' }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const sent = await hop(new URL(action, place).href, { method: 'POST', body: form, headers });
        place = new URL(sent.headers.get('location') ?? '', place).href;
      } else place = new URL(answer.headers.get('location') ?? '', place).href;
      if (place.startsWith(`${origin}/auth/callback`)) callback = place;
    }
    expect((await hop(callback)).status).toBe(303);
    other.cookies.get(origin)?.set('__Host-threadline-login', kept);
    expect((await hop(callback)).status).toBe(400);
  });

  it('ends by a form of its own pages, and by none of another site', async () => {
    const browser = createBrowser();
    await browser.login(`${origin}/`, 'anna');
    const token = cookieOf(browser) ?? '';
    for (const evil of ['https://evil.example', 'null'])
      expect((await browser.post(`${origin}/auth/logout`, {}, { origin: evil })).status).toBe(403);
    expect((await me(token)).status).toBe(200);
    await browser.post(`${origin}/auth/logout`, {});
    expect((await me(token)).status).toBe(401);
    expect(cookieOf(browser)).toBeUndefined();
  });

  it('asks nothing of the store by a form of another site', async () => {
    const browser = createBrowser();
    await browser.login(`${origin}/`, 'anna');
    const ask = (headers: Record<string, string>) =>
      browser.hop(`${origin}/v1/store/listSessions`, { method: 'POST', body: '{"page":{"limit":1}}', headers });
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask({})).status).toBe(403);
    expect((await ask({ origin })).status).toBe(200);
  });

  it('of a machine shows its name, address and code, and gives tokens once', async () => {
    const { device, page, done, body } = await deviceLogin('anna');
    expect(device).toMatchObject({ verification_uri: `${origin}/auth/device`, expires_in: 600 });
    expect(device.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    for (const shown of ['laptop', '127.0.0.1', device.user_code, 'Name of anna']) expect(page.text).toContain(shown);
    expect(done.text).toContain('logged in');
    expect((await me(body.token)).body).toMatchObject({ person: { sub: 'anna' }, teams: ['core'] });
    const again = await postJson('/auth/device/token', { device_code: device.device_code });
    expect(again).toEqual({ status: 400, body: { error: 'expired_token' } });
    const [row] = await asOwner(
      "select person.sub from token join person on person.id = person_id where token.name like 'laptop+%' and token.revoked_at is null",
    );
    expect(row?.sub).toBe('anna');
  });

  it('of a machine waits for its person, and not for one who only has the code', async () => {
    const { body: device } = await postJson('/auth/device', { machine: 'laptop' });
    const poll = () => postJson('/auth/device/token', { device_code: device.device_code });
    expect((await poll()).body.error).toBe('authorization_pending');
    expect((await poll()).body.error).toBe('slow_down');
    const nobody = createBrowser();
    expect((await nobody.post(`${origin}/auth/device/confirm`, { code: device.user_code })).status).toBe(401);
    const browser = createBrowser();
    await browser.login(`${origin}/`, 'anna');
    const evil = { origin: 'https://evil.example' };
    expect((await browser.post(`${origin}/auth/device/confirm`, { code: device.user_code }, evil)).status).toBe(403);
    expect((await browser.get(`${origin}/auth/device?code=${device.user_code}`)).text).toContain('laptop');
    expect((await poll()).body.error).toMatch(/slow_down|authorization_pending/);
    for (const machine of ['', '<b>', 'a b', 'x'.repeat(50), { toString: 0 }, 7])
      expect((await postJson('/auth/device', { machine })).status).toBe(400);
  });

  it('puts nobody in a team without the claim of groups', async () => {
    const { body } = await deviceLogin('bob');
    expect((await me(body.token)).body).toMatchObject({ person: { sub: 'bob' }, teams: [], admin: false });
  });

  it('is renewed by asking the provider again, whose word on groups holds from then on', async () => {
    const { body } = await deviceLogin('anna', 'desk');
    await asOwner("update person set seen_at = now() - interval '1 hour'");
    provider.people.set('anna', { groups: ['g-admin'] });
    const renewed = await postJson('/auth/renew', { renewal: body.renewal });
    expect(renewed.status).toBe(200);
    expect((await me(renewed.body.token)).body).toMatchObject({ teams: [], admin: true });
    // The old token and the old renewal are used up.
    expect((await me(body.token)).status).toBe(401);
    expect((await postJson('/auth/renew', { renewal: body.renewal })).status).toBe(401);
    provider.people.set('anna', { groups: ['g-core'] });
  });

  it('is not used up by a renewal that could not be noted', async () => {
    const { body } = await deviceLogin('anna', 'desk');
    await asOwner('alter table team_audit add constraint full_disk check (n < 0) not valid');
    const refused = await postJson('/auth/renew', { renewal: body.renewal }).finally(() =>
      asOwner('alter table team_audit drop constraint full_disk'),
    );
    expect([refused.status, (await me(body.token)).status]).toEqual([503, 200]);
    expect((await postJson('/auth/renew', { renewal: body.renewal })).status).toBe(200);
  });

  it('is renewed on two machines at once, at a provider that takes each refresh token once', async () => {
    const logins = [(await deviceLogin('anna', 'desk')).body, (await deviceLogin('anna', 'couch')).body];
    await asOwner("update person set seen_at = now() - interval '1 hour'");
    const renewals = logins.map(({ renewal }) => postJson('/auth/renew', { renewal }));
    const renewed = await Promise.all(renewals);
    expect(renewed.map(({ status }) => status)).toEqual([200, 200]);
    // Nor did the provider end them for a token that came twice.
    await asOwner("update person set seen_at = now() - interval '1 hour'");
    expect((await postJson('/auth/renew', { renewal: renewed[0]?.body.renewal })).status).toBe(200);
  });

  it('ends for a person whom the provider does not know any more', async () => {
    provider.people.set('dora', { groups: ['g-core'] });
    const { body } = await deviceLogin('dora');
    await asOwner("update person set seen_at = now() - interval '1 hour'");
    provider.people.delete('dora');
    expect((await postJson('/auth/renew', { renewal: body.renewal })).status).toBe(401);
    expect((await me(body.token)).status).toBe(401);
  });

  it('keeps no token and nothing of the provider in the clear', async () => {
    const { body } = await deviceLogin('anna', 'third');
    const rows = await asOwner(
      'select row_to_json(team_token)::text as text from team_token union all select row_to_json(person)::text from person union all select row_to_json(token)::text from token',
    );
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [body.token, body.renewal, body.push_token]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('ends at once for a person who is revoked, on every machine, to read and to send', async () => {
    const { body } = await deviceLogin('anna', 'fourth');
    const push = () =>
      fetch(`${origin}/v1/sources`, {
        method: 'POST',
        body: '{"sources":[]}',
        headers: { authorization: `Bearer ${body.push_token}` },
      });
    expect((await push()).status).toBe(200);
    expect(await revokePerson(archive.database, archive.tenant, 'anna')).toBe(1);
    expect((await me(body.token)).status).toBe(401);
    expect((await postJson('/auth/renew', { renewal: body.renewal })).status).toBe(401);
    expect((await push()).status).toBe(401);
    const browser = createBrowser();
    expect((await browser.login(`${origin}/`, 'anna')).status).toBe(403);
  });

  it.each([
    ['none', ''],
    ['one that is no token', 'x'],
    ['one that was guessed', `tl_${'A'.repeat(43)}`],
    ['one with odd characters', `tl_${'A'.repeat(42)}'`],
  ])('is nobody with %s', async (_, token) => {
    expect((await me(token)).status).toBe(401);
  });

  it('comes back to a person who was revoked by a new one alone, on every machine', async () => {
    provider.people.set('erna', { groups: ['g-core'] });
    const { body } = await deviceLogin('erna', 'stolen');
    expect(await revokePerson(archive.database, archive.tenant, 'erna')).toBe(1);
    expect((await deviceLogin('erna', 'new')).body.token).toBeUndefined();
    expect(await restorePerson(archive.database, archive.tenant, 'erna')).toBe(1);
    expect(await restorePerson(archive.database, archive.tenant, 'erna')).toBe(0);
    expect((await me(body.token)).status).toBe(401);
    expect((await postJson('/auth/renew', { renewal: body.renewal })).status).toBe(401);
    const [sends] = await asOwner('select count(*)::int as n from token_of($1)', [tokenDigest(body.push_token)]);
    expect(sends?.n).toBe(0);
    expect((await me((await deviceLogin('erna', 'new')).body.token)).status).toBe(200);
    const noted = await asOwner("select action from team_audit where action like 'person re%' order by n desc limit 2");
    expect(noted.map(({ action }) => action)).toEqual(['person restored', 'person revoked']);
  });

  it('is for this server alone, and for its time', async () => {
    const { body } = await deviceLogin('bob', 'fifth');
    await asOwner("update team_token set audience = 'https://other.example' where name = 'fifth'");
    expect((await me(body.token)).status).toBe(401);
    await asOwner(
      "update team_token set audience = $1, expires_at = now() - interval '1 second' where name = 'fifth'",
      [origin],
    );
    expect((await me(body.token)).status).toBe(401);
    await asOwner("update team_token set expires_at = now() + interval '1 minute' where name = 'fifth'");
    expect((await me(body.token)).status).toBe(200);
  });
});
