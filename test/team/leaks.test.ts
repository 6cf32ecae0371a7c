import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askers, type Made, maySee, type Name, names, PEOPLE, sessions } from './leak-cases.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.

let served: ServedTeam;
const tokens = new Map<string, string>();

interface Told {
  status: number;
  body: string;
  value: unknown;
}
async function ask(token: string, method: string, body: object): Promise<Told> {
  const answer = await fetch(`${served.url}/v1/store/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const value = answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text).value : text;
  return { status: answer.status, body: text, value };
}
const keyOf = ({ threadId }: Made) => ({ agent: 'codex', threadId });
const NEVER: Made = { owner: 'anna', text: 'private', usage: 'private', threadId: 'never-was', word: 'qz999vocable' };
const page = { limit: 100 };
const ids = (
  rows: unknown,
  pick: (row: { key: { threadId: string }; session: { threadId: string }; threadId: string }) => string,
) => [...new Set((rows as Parameters<typeof pick>[0][]).map(pick))].sort();

describe.skipIf('skip' in started)('nobody learns what he may not see', () => {
  beforeAll(async () => {
    served = await serveTeam(archive);
    await archive.configure({ core: ['g-core'], ops: ['g-ops'], none: ['g-none'] }, ['g-admin']);
    const numbers = new Map<Name, number>();
    for (const name of names) numbers.set(name, await archive.createPerson(name, [...PEOPLE[name].groups]));
    for (const [index, { owner, text, usage, threadId, word }] of sessions.entries()) {
      const person = numbers.get(owner) ?? 0;
      const session = { threadId, text: `${word} said by ${owner}`, startedAt: 1_700_000_000_000 + index * 60_000 };
      await archive.putSession({ person, machine: `${owner}-laptop` }, { ...session, seenBy: { usage, text } });
    }
    for (const [name, { who, teams }] of askers) {
      const wanted = who ? { person: numbers.get(who) ?? 0 } : { teams: [...teams] };
      tokens.set(name, await served.tokenFor({ tenant: archive.tenant, ...wanted }));
    }
    tokens.set(
      'figures',
      await served.tokenFor({ tenant: archive.tenant, person: numbers.get('anna') ?? 0, scopes: ['usage'] }),
    );
  }, 120_000);
  afterAll(async () => {
    await served?.close();
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  describe.each(askers)('%s', (name, asker) => {
    const own = (method: string, body: object) => ask(tokens.get(name) ?? '', method, body);
    const readable = sessions.filter((made) => maySee(asker, made, made.text));
    const counted = sessions.filter((made) => maySee(asker, made, made.usage));
    const hidden = sessions.filter((made) => !readable.includes(made));
    const readableIds = readable.map(({ threadId }) => threadId).sort();
    const countedIds = counted.map(({ threadId }) => threadId).sort();

    it('lists, page by page, by folder, machine and time, what he may read', async () => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { value } = await own('listSessions', { page: { limit: 4, cursor }, sessionFilter: { subagents: true } });
        const { rows, next } = value as { rows: { key: { threadId: string } }[]; next?: string };
        found.push(...rows.map(({ key }) => key.threadId));
        cursor = next;
      } while (cursor !== undefined);
      expect(found.sort()).toEqual(readableIds);
      for (const owner of names) {
        const { value } = await own('listSessions', { page, sessionFilter: { machine: `${owner}-laptop` } });
        const expected = readable.filter((made) => made.owner === owner).map(({ threadId }) => threadId);
        expect(ids((value as { rows: unknown }).rows, ({ key }) => key.threadId)).toEqual(expected.sort());
      }
    });

    it('opens what he may read, and cannot tell the rest from what never was', async () => {
      const range = { from: 0, count: 10 };
      const later = { from: 1, count: 10 };
      for (const made of readable) {
        expect(JSON.stringify((await own('readBlocks', { key: keyOf(made), range })).value)).toContain(made.word);
        expect((await own('getSession', { key: keyOf(made) })).body).toContain(made.threadId);
      }
      const shapes: [string, (made: Made) => object][] = [
        ['getSession', (made) => ({ key: keyOf(made) })],
        ['getSession', (made) => ({ key: keyOf(made), others: true })],
        ['readBlocks', (made) => ({ key: keyOf(made), range })],
        ['readBlocks', (made) => ({ key: keyOf(made), range: later })],
        ['readBlocks', (made) => ({ key: keyOf(made), range, others: true })],
        ['raw', (made) => ({ key: keyOf(made) })],
        ['setVisibility', (made) => ({ key: keyOf(made), visibility: { text: 'all' } })],
        ['clearVisibility', (made) => ({ key: keyOf(made) })],
        ['filesTouched', (made) => ({ touchedFilter: { path: `${made.threadId}.ts` } })],
        ['filesTouched', (made) => ({ touchedFilter: { session: keyOf(made) } })],
      ];
      for (const [method, bodyOf] of shapes) {
        const never = await own(method, bodyOf(NEVER));
        for (const made of hidden) expect(await own(method, bodyOf(made)), `${method} ${made.threadId}`).toEqual(never);
      }
    });

    it('finds by words, phrases, exact strings, patterns and parts what he may read, and counts no more', async () => {
      const timeless = ({ status, body }: Told) => ({ status, body: body.replace(/"freshAt":\d+/, '') });
      const searches: ((made: Made) => object)[] = [
        (made) => ({ text: made.word, mode: 'words' }),
        (made) => ({ text: made.word, mode: 'words', best: true }),
        (made) => ({ text: `${made.word} said`, mode: 'phrase' }),
        (made) => ({ text: made.word.slice(1, -1), mode: 'exact' }),
        (made) => ({ text: `${made.word.slice(0, 5)}[a-z]+ said`, mode: 'regex' }),
      ];
      for (const queryOf of searches) {
        const never = timeless(await own('search', { query: queryOf(NEVER), page }));
        for (const made of sessions) {
          const told = await own('search', { query: queryOf(made), page });
          if (hidden.includes(made)) expect(timeless(told), made.threadId).toEqual(never);
          else
            expect(ids((told.value as { hits: unknown }).hits, ({ session }) => session.threadId)).toEqual([
              made.threadId,
            ]);
        }
      }
      const { value } = await own('search', { query: { text: 'said', mode: 'words' }, page });
      const { hits, searched } = value as { hits: unknown; searched: object };
      expect(ids(hits, ({ session }) => session.threadId)).toEqual(readableIds);
      expect(searched).toEqual({ sessions: readable.length, of: readable.length });
      for (const made of hidden)
        expect((await own('nearWords', { text: `${made.word}x` })).body).not.toContain(made.word);
    });

    it('adds up the requests that he may count, by whatever', async () => {
      for (const by of ['day', 'session', 'project', 'model', 'agent', 'machine']) {
        const { value } = await own('usage', { usageQuery: { by, zone: 'UTC' } });
        const sums = value as { key: string; requests: number }[];
        expect(sums.reduce((sum, { requests }) => sum + requests, 0)).toBe(counted.length);
        if (by === 'session') expect(sums.map(({ key }) => key).sort()).toEqual(countedIds);
        if (by === 'machine')
          expect(sums.map(({ key }) => key).sort()).toEqual(
            [...new Set(counted.map(({ owner }) => `${owner}-laptop`))].sort(),
          );
      }
      const rows = await own('usageRows', { page });
      expect(ids((rows.value as { rows: unknown }).rows, ({ threadId }) => threadId)).toEqual(countedIds);
      expect(ids((await own('usageSums', {})).value, ({ threadId }) => threadId)).toEqual(countedIds);
      for (const made of sessions.filter((one) => !counted.includes(one)))
        expect((await own('usage', { usageQuery: { by: 'model', session: keyOf(made) } })).value).toEqual([]);
    });

    it('finds, counts and lists by whose work it is what he may see, and nothing of others, by whatever name', async () => {
      for (const owner of [...names, 'nobody-here']) {
        const ofOwner = (all: readonly Made[]) =>
          all
            .filter((made) => made.owner === owner)
            .map(({ threadId }) => threadId)
            .sort();
        const search = await own('search', { query: { text: 'said', mode: 'words', person: owner }, page });
        const { hits, searched } = search.value as { hits: unknown; searched: object };
        expect(ids(hits, ({ session }) => session.threadId)).toEqual(ofOwner(readable));
        expect(searched).toEqual({ sessions: readable.length, of: readable.length });
        const rows = await own('usageRows', { page, usageFilter: { person: owner } });
        expect(ids((rows.value as { rows: unknown }).rows, ({ threadId }) => threadId)).toEqual(ofOwner(counted));
        const sums = await own('usageSums', { sumsFilter: { person: owner } });
        expect(ids(sums.value, ({ threadId }) => threadId)).toEqual(ofOwner(counted));
        const work = await own('usageBy', { workQuery: { by: ['person', 'team'], person: owner } });
        expect((work.value as { total: number }).total).toBe(ofOwner(counted).length);
      }
      // A team is one of his own, or none that he hears of: admins know all.
      for (const team of ['core', 'ops', 'none', 'never']) {
        const isKnown = asker.teams.includes(team as never) || asker.who === 'dora';
        const isIn = ({ owner }: Made) => (PEOPLE[owner].teams as readonly string[]).includes(team);
        const search = await own('search', { query: { text: 'said', mode: 'words', team }, page });
        const expected = isKnown ? readable.filter(isIn).map(({ threadId }) => threadId) : [];
        expect(ids((search.value as { hits: unknown }).hits, ({ session }) => session.threadId)).toEqual(
          expected.sort(),
        );
        const rows = await own('usageRows', { page, usageFilter: { team } });
        const countedIn = isKnown ? counted.filter(isIn).map(({ threadId }) => threadId) : [];
        expect(ids((rows.value as { rows: unknown }).rows, ({ threadId }) => threadId)).toEqual(countedIn.sort());
      }
      const listed = (await own('listSessions', { page })).value as {
        rows: { key: { threadId: string }; person?: string; teams?: string[] }[];
      };
      for (const { key, person, teams = [] } of listed.rows) {
        const owner = sessions.find(({ threadId }) => threadId === key.threadId)?.owner ?? 'anna';
        const all: readonly string[] = PEOPLE[owner].teams;
        expect([key.threadId, person]).toEqual([key.threadId, owner]);
        expect(teams).toEqual(all.filter((team) => asker.who === 'dora' || asker.teams.includes(team)));
      }
    });

    it('is told of changes of what he may read', async () => {
      const { value } = await own('changes', { since: '0' });
      expect(ids((value as { changes: unknown }).changes, ({ session }) => session.threadId)).toEqual(readableIds);
    });

    it('cannot use a cursor of somebody else, of another method, or a made-up one, which are refused alike', async () => {
      const other = name === 'bob' ? 'carl' : 'bob';
      const given = (await ask(tokens.get(other) ?? '', 'listSessions', { page: { limit: 1 } })).value as {
        next: string;
      };
      expect(given.next).toMatch(/^[\w-]+$/);
      const madeUp = await own('listSessions', { page: { limit: 1, cursor: '1700000000000.1' } });
      expect(madeUp.status).toBe(400);
      for (const cursor of [given.next, `${given.next}A`, '0.0', 'x'])
        expect(await own('listSessions', { page: { limit: 1, cursor } })).toEqual(madeUp);
      const mine = (await own('usageRows', { page: { limit: 1 } })).value as { next?: string };
      if (mine.next !== undefined)
        expect(await own('listSessions', { page: { limit: 1, cursor: mine.next } })).toEqual(madeUp);
    });
  });

  it('a token for figures tells no text, and one without a scope nothing', async () => {
    const figures = tokens.get('figures') ?? '';
    for (const method of [
      'listSessions',
      'getSession',
      'readBlocks',
      'search',
      'nearWords',
      'filesTouched',
      'raw',
      'changes',
      'setVisibility',
      'clearVisibility',
    ])
      expect(await ask(figures, method, {})).toMatchObject({ status: 403, body: '{"error":"scope"}' });
    expect((await ask(figures, 'usage', { usageQuery: { by: 'model' } })).status).toBe(200);
  });

  it.each<[string, string, unknown]>([
    ['no object', 'listSessions', []],
    ['no page', 'listSessions', {}],
    ['an odd limit', 'listSessions', { page: { limit: { toString: 0 } } }],
    ['an odd filter', 'listSessions', { page, sessionFilter: { since: 'x' } }],
    ['an unknown filter', 'listSessions', { page, sessionFilter: { person: 1 } }],
    ['a time out of bounds', 'listSessions', { page, sessionFilter: { since: 1e300 } }],
    ['no key', 'getSession', {}],
    ['a key of the wrong type', 'getSession', { key: { agent: ['codex'], threadId: 1 } }],
    [
      'a field of the prototype',
      'getSession',
      JSON.parse('{"key": {"agent": "codex", "threadId": "x", "__proto__": {}}}'),
    ],
    ['an unknown group', 'usage', { usageQuery: { by: 'constructor' } }],
    ['a zone that is none', 'usage', { usageQuery: { by: 'day', zone: 'No/Where' } }],
    ['a pattern that is none', 'search', { page, query: { text: '(', mode: 'regex' } }],
    ['a visibility that is none', 'setVisibility', { key: keyOf(NEVER), visibility: { text: 'everybody' } }],
    ['a visibility of nothing', 'setVisibility', { key: keyOf(NEVER), visibility: {} }],
    ['a range below zero', 'readBlocks', { key: keyOf(NEVER), range: { from: -1, count: 1 } }],
  ])('%s is a bad call, and no fault of the server', async (_, method, body) => {
    const { status } = await ask(tokens.get('anna') ?? '', method, body as object);
    expect(status).toBe(400);
  });

  it('serves no health, no figures and no other route where people are', async () => {
    const status = async (path: string, base = served.url) => (await fetch(base + path)).status;
    for (const path of ['/health', '/metrics', '/api/run', '/api/live', '/api/sessions', '/etc/passwd', '/../x'])
      expect(await status(path)).toBe(404);
    const operators = `http://127.0.0.1:${served.metricsPort}`;
    expect(await status('/health', operators)).toBe(200);
    const figures = await (await fetch(`${operators}/metrics`)).text();
    for (const name of names) expect(figures).not.toContain(name);
    expect(await status('/api/me', operators)).toBe(404);
  });

  it('notes each reading before it is answered, and tells no text while it cannot', async () => {
    const readings = async () =>
      (
        await archive.database.transaction({ role: 'owner' }, (queries) =>
          queries.all("select action, thread_id from team_audit where action in ('read', 'search') and tenant = $1", [
            archive.tenant,
          ]),
        )
      ).length;
    const [mine = NEVER] = sessions;
    const token = await served.tokenFor({ tenant: archive.tenant, person: 1 });
    const body = { key: keyOf(mine), range: { from: 1, count: 1 } };
    const before = await readings();
    expect((await ask(token, 'readBlocks', body)).status).toBe(200);
    expect(await readings()).toBe(before + 1);
    // The pages of one session are one reading.
    await ask(token, 'readBlocks', body);
    expect(await readings()).toBe(before + 1);
    // Which words there are is told of texts, too.
    expect((await ask(token, 'nearWords', { text: mine.word })).status).toBe(200);
    expect(await readings()).toBe(before + 2);
    await archive.server.ask('select 1');
    const block = (sql: string) => archive.database.transaction({ role: 'owner' }, (queries) => queries.run(sql));
    await block('alter table team_audit add constraint full_disk check (n < 0) not valid');
    try {
      const other = await served.tokenFor({ tenant: archive.tenant, person: 1 });
      expect(await ask(other, 'readBlocks', body)).toMatchObject({ status: 503, body: '{"error":"audit"}' });
      expect((await ask(other, 'search', { query: { text: mine.word, mode: 'words' }, page })).body).not.toContain(
        mine.word,
      );
      expect(await ask(other, 'nearWords', { text: mine.word })).toMatchObject({
        status: 503,
        body: '{"error":"audit"}',
      });
      expect((await ask(other, 'usage', { usageQuery: { by: 'model' } })).status).toBe(200);
    } finally {
      await block('alter table team_audit drop constraint full_disk');
    }
  });
});
