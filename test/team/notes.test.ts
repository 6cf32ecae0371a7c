import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiHello, ApiSessions } from '../../src/doors/server/api-types.ts';
import { createPeoplePages } from '../../src/doors/server/people-pages.ts';
import { forget, planForget } from '../../src/fleet/postgres/index.ts';
import type { TeamReader } from '../../src/fleet/postgres/team-reader.ts';
import { createPersonKeeper } from '../../src/fleet/team/person-keeper.ts';
import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import { fleetLimits } from '../../src/limits/fleet.ts';
import { type Browser, createBrowser } from './browser.ts';
import { openTestTeam } from './open-test-team.ts';
import { startTeamPlace } from './team-place.ts';

const { found, archive, provider, port, origin, close } = await startTeamPlace();
const webFolder = mkdtempSync(join(tmpdir(), 'threadline-web-'));
const faults: unknown[] = [];
let running: RunningTeamServer;
let anna: Browser;
let bob: Browser;
const numbers = new Map<string, number>();

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));
const readerOf = (name: string): TeamReader => ({
  person: numbers.get(name) ?? 0,
  teams: ['core'],
  admin: false,
  text: true,
});
const keeperOf = (name: string, more: Partial<TeamReader> = {}) =>
  createPersonKeeper(archive.team, archive.tenant, { ...readerOf(name), ...more });
const star = { kind: 'star' };

async function get<Answer>(browser: Browser, path: string): Promise<Answer> {
  return JSON.parse(await (await browser.hop(origin + path)).text());
}
async function note(browser: Browser, thread: string, body: unknown, headers: Record<string, string> = {}) {
  const { writeToken } = await get<ApiHello>(browser, '/api/hello');
  const answer = await browser.hop(`${origin}/api/sessions/codex/${thread}/noted`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin, 'x-threadline-write': writeToken, ...headers },
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const listed = async (browser: Browser, query = '') => (await get<ApiSessions>(browser, `/api/sessions${query}`)).items;

describe.skipIf('skip' in found)('what people note on a team server', () => {
  beforeAll(async () => {
    mkdirSync(join(webFolder, 'assets'));
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>viewer</title>');
    const onFault = (error: unknown) => void faults.push(error);
    running = await openTestTeam({
      archive,
      provider,
      port,
      visibility: { usage: 'team', text: 'team' },
      pages: createPeoplePages({ webFolder, version: '0', origin, onFault }),
      onFault,
    });
    for (const name of ['anna', 'bob']) provider.people.set(name, { groups: ['g-core'] });
    anna = createBrowser();
    bob = createBrowser();
    await anna.login(`${origin}/auth/login`, 'anna');
    await bob.login(`${origin}/auth/login`, 'bob');
    for (const row of await asOwner('select id, sub from person')) numbers.set(String(row.sub), Number(row.id));
    const owner = { person: numbers.get('anna') ?? 0, machine: 'anna-laptop' };
    for (const threadId of ['one', 'two', 'shown'])
      await archive.putSession(owner, {
        threadId,
        text: threadId,
        startedAt: Date.now() + 1000,
        seenBy: { text: 'team' },
      });
    await archive.putSession(owner, { threadId: 'secret', text: 'secret', seenBy: { text: 'private' } });
    await vi.waitFor(async () => expect(await listed(anna)).toHaveLength(4), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await listed(bob)).toHaveLength(3), { timeout: 20_000 });
  }, 60_000);
  afterAll(async () => {
    await running?.close();
    await close();
    rmSync(webFolder, { recursive: true, force: true });
  });

  it('is theirs: filters find it for them, and others see nothing of it', async () => {
    expect(await get<ApiHello>(anna, '/api/hello')).toMatchObject({ features: { notes: true, run: false } });
    expect(await note(anna, 'one', star)).toMatchObject({ status: 200, body: { starred: true, tags: [] } });
    await note(anna, 'one', { kind: 'tag', words: ['Payments', 'later'] });
    await note(anna, 'one', { kind: 'note', text: 'ask \u0000 about it \ud800' });
    await note(anna, 'two', { kind: 'rename', text: 'A name of mine' });
    await note(anna, 'two', { kind: 'view', words: ['/a.ts', '/b.ts'] });
    await note(bob, 'one', { kind: 'tag', words: ['bobs'] });
    const own = { key: 'codex/one', starred: true, tags: ['Payments', 'later'], note: 'ask \ufffd about it \ufffd' };
    expect(await listed(anna, '?starred=1')).toMatchObject([own]);
    expect(await listed(anna, '?tag=payments')).toMatchObject([{ key: 'codex/one' }]);
    expect(await listed(anna, '?q=name+of+mine')).toMatchObject([{ key: 'codex/two', title: 'A name of mine' }]);
    expect(await listed(anna, '?tag=bobs')).toEqual([]);
    expect(await listed(bob, '?starred=1')).toEqual([]);
    expect(await listed(bob, '?tag=payments')).toEqual([]);
    expect(await listed(bob, '?tag=bobs')).toMatchObject([{ key: 'codex/one', tags: ['bobs'] }]);
    for (const head of await listed(bob)) expect(head).not.toHaveProperty('note');
    // The next login of the same person has them too, whichever process answers it.
    const elsewhere = createBrowser();
    await elsewhere.login(`${origin}/auth/login`, 'anna');
    await vi.waitFor(async () => expect(await listed(elsewhere, '?starred=1')).toMatchObject([own]), {
      timeout: 10_000,
    });
  });

  it('is taken back, and leaves no row', async () => {
    await note(anna, 'shown', star);
    expect(await note(anna, 'shown', { kind: 'star', undo: true })).toMatchObject({ body: { starred: false } });
    expect(
      await asOwner("select 1 from person_note join session on session.id = session_id where thread_id = 'shown'"),
    ).toEqual([]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['without a token', 403, { 'x-threadline-write': '' }],
    ['with a made-up token', 403, { 'x-threadline-write': 'A'.repeat(64) }],
    ['of another site', 403, { origin: 'https://evil.example' }],
    ['of a sandboxed page', 403, { origin: 'null' }],
    ['as a form', 415, { 'content-type': 'text/plain' }],
  ])('is not changed by a request %s', async (_, status, headers) => {
    expect(await note(anna, 'two', star, headers)).toMatchObject({ status });
    expect(await listed(anna, '?starred=1')).toHaveLength(1);
  });

  it("is not changed with the token of somebody else's page, nor without a login", async () => {
    const { writeToken } = await get<ApiHello>(bob, '/api/hello');
    expect(await note(anna, 'two', star, { 'x-threadline-write': writeToken })).toMatchObject({
      status: 403,
      body: { error: 'write-token' },
    });
    const headers = { 'content-type': 'application/json', origin, 'x-threadline-write': writeToken };
    const path = `${origin}/api/sessions/codex/one/noted`;
    const nobody = await createBrowser().hop(path, { method: 'POST', body: JSON.stringify(star), headers });
    expect(nobody.status).toBe(401);
  });

  it('is about sessions that one sees: the others are as if they were not there', async () => {
    expect(await note(bob, 'secret', star)).toEqual(await note(bob, 'never-was', star));
    // A viewer may still remember a session that was hidden a moment ago.
    for (const id of ['secret', 'never-was'])
      await expect(keeperOf('bob').change({ agent: 'codex', id }, () => ({ starred: true }))).rejects.toMatchObject({
        code: 'not-found',
      });
    await expect(
      keeperOf('anna', { text: false }).change({ agent: 'codex', id: 'one' }, () => ({ starred: true })),
    ).rejects.toMatchObject({ code: 'not-found' });
    await expect(
      keeperOf('anna', { person: 0 }).change({ agent: 'codex', id: 'one' }, () => ({ starred: true })),
    ).rejects.toThrow();
  });

  it.each([
    ['sees the rows of others', 'select count(*)::int as n from person_note where person_id <> $1', [{ n: 0 }]],
    ['changes them', "update person_note set noted = '{}' where person_id <> $1 returning 1", []],
    ['deletes them', 'delete from person_note where person_id <> $1 returning 1', []],
  ])('has a wall in the database: nobody %s', async (_, sql, expected) => {
    const ask = archive.team.transaction({ role: 'team', tenant: archive.tenant, reader: readerOf('bob') }, (queries) =>
      queries.all(sql, [numbers.get('bob')]),
    );
    expect(await ask).toEqual(expected);
    expect(await asOwner('select 1 from person_note where person_id = $1', [numbers.get('anna')])).toHaveLength(2);
  });

  it('cannot be written in the name of another, or about what the writer does not see', async () => {
    const [secret] = await asOwner("select id from session where thread_id = 'secret'");
    const [shown] = await asOwner("select id from session where thread_id = 'shown'");
    const write = (person: string, session: unknown) =>
      archive.team.transaction({ role: 'team', tenant: archive.tenant, reader: readerOf('bob') }, (queries) =>
        queries.run(
          "insert into person_note(tenant, person_id, session_id, noted, bytes) values ($1, $2, $3, '{}', 0)",
          [archive.tenant, numbers.get(person), session],
        ),
      );
    await expect(write('anna', shown?.id)).rejects.toThrow();
    await expect(write('bob', secret?.id)).rejects.toThrow();
    const nobodys = archive.team.transaction({ role: 'team', tenant: archive.tenant }, (queries) =>
      queries.all('select 1 from person_note'),
    );
    expect(await nobodys).toEqual([]);
  });

  it('of two pages at once is both kept', async () => {
    const keeper = keeperOf('bob');
    const change = (tag: string) =>
      keeper.change({ agent: 'codex', id: 'two' }, ({ tags = [] }) => ({ tags: [...tags, tag] }));
    await Promise.all(['a', 'b', 'c', 'd'].map(change));
    const { annotations } = (await keeper.readAfter(undefined)) ?? {};
    expect([...(annotations?.get('codex:two')?.tags ?? [])].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has an end: more than is kept is refused, and what is there stays', async () => {
    await asOwner('update person_note set bytes = $1 where person_id = $2', [
      fleetLimits.maxPersonNoteBytes,
      numbers.get('bob'),
    ]);
    expect(await note(bob, 'shown', star)).toEqual({ status: 409, body: { error: 'damaged' } });
    expect(await listed(bob, '?starred=1')).toEqual([]);
    await asOwner('update person_note set bytes = 1 where person_id = $1', [numbers.get('bob')]);
  });

  it('goes with the session, and with the person', async () => {
    const key = { agent: 'codex', threadId: 'one' };
    await forget(
      archive.database,
      archive.tenant,
      await planForget(archive.database, archive.tenant, { session: key }),
    );
    const left =
      'select p.sub, s.thread_id from person_note join person as p on p.id = person_note.person_id join session as s on s.id = session_id order by 1, 2';
    expect(await asOwner(left)).toEqual([
      { sub: 'anna', thread_id: 'two' },
      { sub: 'bob', thread_id: 'two' },
    ]);
    const bobs = { person: numbers.get('bob') ?? 0, machine: 'bob-laptop' };
    await archive.putSession(bobs, { threadId: 'bobs', text: 'bobs' });
    const plan = await planForget(archive.database, archive.tenant, { person: String(bobs.person) });
    await forget(archive.database, archive.tenant, plan);
    expect(await asOwner(left)).toEqual([{ sub: 'anna', thread_id: 'two' }]);
    expect(faults).toEqual([]);
  });
});
