import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPeoplePages } from '../../src/doors/server/people-pages.ts';
import { openGatewayStore } from '../../src/fleet/gateway/open-store.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { createTeamAccess } from '../../src/fleet/team/team-access.ts';
import { storeMethods } from '../../src/fleet/team/team-protocol.ts';
import { type RunningTeamServer, startTeamServer } from '../../src/fleet/team/team-server.ts';
import { recordDatabase } from './recorded-database.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.
const recorded = recordDatabase('skip' in started ? ({} as never) : archive.team);
const ORIGIN = 'https://team.example';
const webFolder = mkdtempSync(join(tmpdir(), 'threadline-web-'));
let running: RunningTeamServer;
let closeGateway: () => Promise<void>;
let bob = '';

/** What there is and bob may not see, and what never was. Neither may be told from the other by what the server does. */
const HIDDEN = { id: 'hidden', word: 'qzhiddenvocable', person: 'anna', team: 'core' };
const NEVER = { id: 'never-', word: 'qzneverxvocable', person: 'none', team: 'nope' };
/** The session by whose work it is. */
const works: ((made: typeof HIDDEN) => Record<string, string>)[] = [
  ({ person }) => ({ person }),
  ({ team }) => ({ team }),
  ({ id }) => ({ repository: `/work/${id}` }),
  ({ id }) => ({ machine: `${id}-laptop` }),
  ({ person, team, id }) => ({ person, team, repository: `/work/${id}`, machine: `${id}-laptop` }),
];
type Call = [keyof typeof storeMethods, (made: typeof HIDDEN) => object];

interface Course {
  status: number;
  body: string;
  headers: string[];
  statements: string[];
}

/** A request, with all that it made the server ask. Viewers look around by themselves meanwhile, which is left out. */
async function course(path: string, init: RequestInit): Promise<Course> {
  const own = recorded.statements.length;
  const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${bob}`, ...init.headers },
  });
  const body = (await answer.text())
    .replaceAll(HIDDEN.word, NEVER.word)
    .replaceAll(HIDDEN.id, NEVER.id)
    .replaceAll(/"(?:freshAt|lagMs|at)":\d+/g, '')
    .replaceAll(/"cursor":"[\w-]+"/g, '');
  const headers = [...answer.headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => (/^(?:etag|content-length)$/.test(name) ? name : `${name}: ${value}`));
  return { status: answer.status, body, headers, statements: recorded.statements.slice(own).filter(isAsked).sort() };
}
const isAsked = (sql: string) => !/revision|person_note|bit_xor|^begin/.test(sql);

type Made = typeof HIDDEN;
const page = { limit: 5 };
const range = { from: 0, count: 5 };
const keyOf = ({ id }: Made) => ({ agent: 'codex', threadId: id });
const query = (made: Made, mode: string, more = {}) => ({ query: { text: made.word, mode, ...more }, page });

/** Each method of the store, with each place where a session or a word of one may be named. */
const calls: [keyof typeof storeMethods, (made: Made) => object][] = [
  ['listSessions', (made) => ({ page, sessionFilter: { project: `/work/${made.id}` } })],
  ['listSessions', (made) => ({ page, sessionFilter: { parentThread: made.id } })],
  ['listSessions', (made) => ({ page, sessionFilter: { machine: `${made.id}-laptop` } })],
  ['getSession', (made) => ({ key: keyOf(made) })],
  ['getSession', (made) => ({ key: keyOf(made), others: true })],
  ['readBlocks', (made) => ({ key: keyOf(made), range })],
  ['readBlocks', (made) => ({ key: keyOf(made), range, others: true })],
  ...['words', 'phrase', 'exact', 'regex'].map((mode): [keyof typeof storeMethods, (made: Made) => object] => [
    'search',
    (made) => query(made, mode),
  ]),
  ['search', (made) => query(made, 'words', { best: true })],
  ['search', (made) => ({ ...query(made, 'words'), others: true })],
  ['search', (made) => query({ ...made, word: made.word.slice(2, 9) }, 'exact')],
  ['search', (made) => query({ ...made, word: 'said' }, 'words', { sessions: [keyOf(made)] })],
  ['search', (made) => query({ ...made, word: 'said' }, 'words', { projects: [`/work/${made.id}`] })],
  ['search', (made) => query({ ...made, word: 'said' }, 'words', { file: `${made.id}.ts` })],
  ['search', (made) => query({ ...made, word: 'said' }, 'words', { machine: `${made.id}-laptop` })],
  ['nearWords', (made) => ({ text: `${made.word}x` })],
  ['filesTouched', (made) => ({ touchedFilter: { session: keyOf(made) } })],
  ['filesTouched', (made) => ({ touchedFilter: { path: `${made.id}.ts` } })],
  ['raw', (made) => ({ key: keyOf(made) })],
  ['changes', () => ({ since: '0' })],
  ['setVisibility', (made) => ({ key: keyOf(made), visibility: { text: 'all' } })],
  ['clearVisibility', (made) => ({ key: keyOf(made) })],
  ['usage', (made) => ({ usageQuery: { by: 'model', session: keyOf(made) } })],
  ['usage', (made) => ({ usageQuery: { by: 'model', project: `/work/${made.id}` } })],
  ['usageRows', (made) => ({ usageFilter: { session: keyOf(made) }, page })],
  ['usageSums', () => ({})],
  ['usageBy', (made) => ({ workQuery: { by: ['person'], project: `/work/${made.id}` } })],
  ['usageBy', (made) => ({ workQuery: { by: ['machine'], machine: `${made.id}-laptop` } })],
  ...works.flatMap((work): Call[] => [
    ['search', (made) => query({ ...made, word: 'said' }, 'words', work(made))],
    ['usage', (made) => ({ usageQuery: { by: 'session', ...work(made) } })],
    ['usageRows', (made) => ({ usageFilter: work(made), page })],
    ['usageSums', (made) => ({ sumsFilter: work(made) })],
    ['usageBy', (made) => ({ workQuery: { by: ['person', 'team', 'repository'], ...work(made) } })],
  ]),
];

/** Each route of the pages that takes the name of a session or a word of one. */
const routes: ((made: Made) => string)[] = [
  ...[
    '',
    '/rows',
    '/rows/0',
    '/rows/0/text',
    '/outline',
    '/lines?from=1&to=9',
    '/changes',
    '/time',
    '/find?q=x',
    '/spans',
  ]
    .concat(['/export?format=markdown', '/export/preview', `/image/${'0'.repeat(32)}`, '/nothing'])
    .map((rest) => (made: Made) => `/api/sessions/codex/${made.id}${rest}`),
  (made) => `/api/sessions?q=${made.word}`,
  (made) => `/api/sessions?project=/work/${made.id}`,
  (made) => `/api/search?q=${made.word}&facets=1`,
  (made) => `/api/search?q=said&project=/work/${made.id}&facets=1`,
  (made) => `/api/usage?project=/work/${made.id}`,
  (made) => `/api/compare?a=codex/${made.id}&b=codex/mine`,
  (made) => `/api/compare?a=codex/mine&b=codex/${made.id}`,
  (made) => `/api/compare?a=codex/mine&b=codex/mine&c=codex/${made.id}`,
  (made) => `/api/problems?session=${made.id}`,
  (made) => `/api/team?since=30d&project=${made.id}`,
  (made) => `/api/ghosts/codex/${made.id}`,
  ...works.flatMap((work) =>
    [
      '/api/sessions?group=day',
      '/api/search?q=said&facets=1',
      '/api/usage?by=session',
      '/api/usage/explain?by=day&key=x',
    ].map((path) => (made: Made) => `${path}&${new URLSearchParams(work(made))}`),
  ),
  () => '/api/team/choices?since=30d',
];

describe.skipIf('skip' in started)('what may not be seen takes the course of what never was', () => {
  beforeAll(async () => {
    await archive.configure({ core: ['g-core'] }, ['g-admin']);
    const anna = await archive.createPerson('anna', ['g-core']);
    const person = await archive.createPerson('bob', []);
    const session = { threadId: HIDDEN.id, text: `${HIDDEN.word} said`, project: `/work/${HIDDEN.id}` };
    const seenBy = { usage: 'private', text: 'private' } as const;
    await archive.putSession({ person: anna, machine: `${HIDDEN.id}-laptop` }, { ...session, seenBy });
    await archive.putSession({ person, machine: 'bob-laptop' }, { threadId: 'mine', text: 'mine said' });
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>viewer</title>');
    const gateway = await openGatewayStore(archive.teamUrl);
    closeGateway = () => gateway.close();
    const access = createTeamAccess(recorded, ORIGIN);
    bob = createToken();
    await archive.team.transaction({ role: 'team', tenant: archive.tenant }, (queries) =>
      queries.run("select team_add_token($1, 'test', $2, $3, 'login', '{text}', '{}', 3600, null, null)", [
        person,
        tokenDigest(bob),
        ORIGIN,
      ]),
    );
    const onFault = () => {};
    running = await startTeamServer({
      access,
      gateway,
      host: '127.0.0.1',
      port: 0,
      behindProxy: false,
      onFault,
      pages: {
        // Nobody looks at logins meanwhile.
        pages: createPeoplePages({ webFolder, version: '0', origin: ORIGIN, onFault, lookMs: 3_600_000 }),
        // The pages ask for a cookie; who it is is asked of the database in the same way.
        async visitorOf() {
          const principal = await access.find(tokenDigest(bob));
          if (!principal) return undefined;
          const writeTokens = { issue: () => 'write', isKnown: (given: string) => given === 'write' };
          const openStore = () => access.storeOf(principal, '');
          return { key: 'bob', name: 'bob', openStore, notes: access.notesOf(principal), writeTokens };
        },
      },
    });
    const listed = async () => (await course('/api/sessions', {})).body;
    await vi.waitFor(async () => expect(await listed()).toContain('"codex/mine"'), { timeout: 20_000 });
    await wait(500);
  }, 60_000);
  afterAll(async () => {
    await running?.close();
    await closeGateway?.();
    if (!('skip' in started)) await archive.close();
    rmSync(webFolder, { recursive: true, force: true });
  }, 60_000);

  it('would be seen if it differed: what may be seen takes another course', async () => {
    const ask = (threadId: string) =>
      course('/v1/store/getSession', { method: 'POST', body: JSON.stringify({ key: { agent: 'codex', threadId } }) });
    const [mine, never] = [await ask('mine'), await ask(NEVER.id)];
    expect(mine.body).not.toEqual(never.body);
    expect(mine.statements).not.toEqual(never.statements);
  });

  it('knows every method of the store', () => {
    expect([...new Set(calls.map(([method]) => method))].sort()).toEqual(Object.keys(storeMethods).sort());
  });

  it.each(calls)('%s: the same answer by the same statements', async (method, bodyOf) => {
    const ask = (made: Made) => course(`/v1/store/${method}`, { method: 'POST', body: JSON.stringify(bodyOf(made)) });
    const never = await ask(NEVER);
    expect(never.statements.length).toBeGreaterThan(0);
    // Twice: the second finds what the first one left in a cache, if it left anything.
    expect(await ask(HIDDEN)).toEqual(never);
    expect(await ask(HIDDEN)).toEqual(await ask(NEVER));
  });

  it.each(routes.map((route): [string, (made: Made) => string] => [route(NEVER), route]))(
    'GET %s: the same answer by the same statements',
    async (_, pathOf) => {
      const ask = (made: Made) => course(pathOf(made), {});
      await ask(NEVER);
      const never = await ask(NEVER);
      expect(await ask(HIDDEN)).toEqual(never);
      expect(await ask(HIDDEN)).toEqual(await ask(NEVER));
    },
  );

  it('POST of a note: the same answer by the same statements', async () => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json', 'x-threadline-write': 'write' };
    const ask = ({ id }: Made) =>
      course(`/api/sessions/codex/${id}/noted`, { method: 'POST', body: '{"kind":"star"}', headers });
    expect(await ask(HIDDEN)).toEqual(await ask(NEVER));
    expect((await ask(HIDDEN)).status).toBe(404);
  });

  it('leaves no row of the audit that names it', async () => {
    const rows = await archive.database.transaction({ role: 'owner' }, (queries) =>
      queries.all('select action from team_audit where thread_id = $1', [HIDDEN.id]),
    );
    expect(rows).toEqual([]);
  });
});
