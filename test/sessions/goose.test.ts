import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createEventReader, detectWire } from 'threadline';
import { agentStores, listSessions, loadSession } from 'threadline/sessions';
import { sessionUsage } from 'threadline/usage';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'threadline-goose-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const agents = agentStores.filter(({ name }) => name === 'goose');

function home(scenario: string): string {
  const copy = join(root, scenario.replace('/', '-'));
  cpSync(fileURLToPath(new URL(`../fixtures/goose/${scenario}/session`, import.meta.url)), copy, { recursive: true });
  return copy;
}

it('lists the sessions of a database whose rows are all in its log', async () => {
  const homes = [home('1.52.0/s1r-raw-wal')];
  const [session, ...others] = await listSessions({ homes, agents });
  expect(others).toEqual([]);
  expect(session).toMatchObject({ agent: 'goose', id: '20261116_1', cwd: '/home/user/project', model: 'mock-1' });
  expect(session?.title).toBeTruthy();
  expect(readdirSync(join(homes[0] ?? '', 'sessions'))).toContain('sessions.db-wal');
});

const whole = (file: string) => readFileSync(file);
const SPOILT: [string, number, (file: string) => void][] = [
  ['has no byte', 0, (file) => truncateSync(file)],
  ['is half a header', 1, (file) => truncateSync(file, 50)],
  ['is something else', 1, (file) => writeFileSync(file, 'not a database'.repeat(400))],
  ['has an empty log', 0, (file) => truncateSync(`${file}-wal`)],
  ['has half a log', 1, (file) => truncateSync(`${file}-wal`, whole(`${file}-wal`).length / 2)],
  ['has a log that breaks off', 1, (file) => truncateSync(`${file}-wal`, whole(`${file}-wal`).length - 100)],
  ['has a log with garbage behind it', 1, (file) => appendFileSync(`${file}-wal`, 'x'.repeat(5000))],
  ['has lost its log', 0, (file) => rmSync(`${file}-wal`)],
  ['is gone', 0, (file) => rmSync(file)],
];

it.each(SPOILT)('leaves everything as it was beside a database that %s', async (name, count, spoil) => {
  const folder = join(root, name.replaceAll(' ', '-'));
  cpSync(fileURLToPath(new URL('../fixtures/goose/1.52.0/s1r-raw-wal/session', import.meta.url)), folder, {
    recursive: true,
  });
  const sessions = join(folder, 'sessions');
  // The index of the log belongs to those who have the database open. Here nobody has.
  rmSync(join(sessions, 'sessions.db-shm'));
  spoil(join(sessions, 'sessions.db'));
  const files = () => readdirSync(sessions).map((file) => [file, whole(join(sessions, file)).toString('latin1')]);
  const before = files();
  const listed = await listSessions({ homes: [folder], agents });
  for (const { path } of listed) await loadSession({ path }, { homes: [folder], agents });
  expect(listed).toHaveLength(count);
  expect(files()).toEqual(before);
});

it('tells sub-agents by their parent, and loads a prompt once', async () => {
  const homes = [home('1.52.0/s11-delegate')];
  const sessions = await listSessions({ homes, agents });
  expect(sessions.map(({ id, parentId }) => [id, parentId]).sort()).toEqual([
    ['20261116_1', undefined],
    ['20261116_2', '20261116_1'],
  ]);
  const parent = sessions.find(({ parentId }) => parentId === undefined);
  const messages = await loadSession({ path: parent?.path ?? '' }, { homes, agents });
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

it('lists every session, or says why not, where a column has another name', () => {
  const [goose] = agents;
  if (!goose) throw new Error('no store of Goose');
  const folder = home('1.52.0/s11-delegate');
  const file = join(folder, 'sessions/sessions.db');
  for (const table of ['sessions', 'messages', 'usage_ledger']) {
    const columns = columnsOf(file, table);
    for (const column of columns) {
      rename(file, table, column, 'renamed');
      const told: string[] = [];
      const files = goose.store.scan({ path: folder, realPath: folder }, goose, ({ message }) => told.push(message));
      expect([table, column, files.length === 2 || told.length > 0]).toEqual([table, column, true]);
      if (column !== 'id' || table !== 'sessions') expect([table, column, files.length]).toEqual([table, column, 2]);
      rename(file, table, 'renamed', column);
    }
  }
});

function columnsOf(file: string, table: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const columns = database.prepare('select name from pragma_table_info(?)').all(table);
  database.close();
  return columns.map(({ name }) => String(name));
}

function rename(file: string, table: string, from: string, to: string): void {
  const database = new DatabaseSync(file);
  database.exec(`alter table ${table} rename column ${from} to ${to}`);
  database.close();
}

/** A database of schema 13, in which nothing but the result of a call tells who started whom. */
function oldHome(name: string, messages: readonly [session: string, content: string][], sessions: readonly string[]) {
  const folder = join(root, name, 'sessions');
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'sessions.db'));
  database.exec(`create table sessions (id text primary key, name text, session_type text, working_dir text, created_at text,
    updated_at text, accumulated_total_tokens integer);
    create table messages (id integer primary key autoincrement, message_id text, session_id text, role text, content_json text,
    created_timestamp integer, timestamp text, metadata_json text);
    create index idx_messages_session on messages(session_id);`);
  const time = '2026-11-18 11:02:04';
  const session = database.prepare('insert into sessions values (?, ?, ?, ?, ?, ?, 1)');
  for (const id of sessions) session.run(id, id, id.startsWith('sub') ? 'sub_agent' : 'user', '/p', time, time);
  const row = database.prepare(
    `insert into messages (session_id, role, content_json, created_timestamp, timestamp) values (?, 'user', ?, 1794999724, ?)`,
  );
  database.exec('begin');
  for (const [id, content] of messages) row.run(id, content, time);
  database.exec('commit');
  database.close();
  return join(root, name);
}
const said = (text: string) => JSON.stringify([{ type: 'text', text }]);
const started = (child: string) =>
  JSON.stringify([{ type: 'toolResponse', id: 'c', toolResult: { value: { _meta: { subagent_session_id: child } } } }]);

it('tells sub-agents by the results of their parents in databases that name no parents', async () => {
  const parents = async (home: string) =>
    Object.fromEntries((await listSessions({ homes: [home], agents })).map(({ id, parentId }) => [id, parentId]));
  const ids = ['top', 'other', 'sub_1', 'sub_11', 'sub_lost'];
  const told: [string, string][] = [
    ...[
      ['top', said('go')],
      ['sub_1', said('count')],
      ['sub_11', said('count')],
      ['sub_lost', said('count')],
    ],
    // Words of a person are no result; one name begins another.
    ...[
      ['other', said('"subagent_session_id":"sub_1"')],
      ['top', started('sub_11')],
      ['top', started('sub_1')],
    ],
  ] as [string, string][];
  expect(await parents(oldHome('old', told, ids))).toEqual({
    ...{ top: undefined, other: undefined },
    ...{ sub_1: 'top', sub_11: 'top', sub_lost: undefined },
  });
  // A parent that never answered is looked for in the rows nearby, and not in all of a large database.
  const many = Array.from({ length: 100_000 }, (_, index): [string, string] => ['top', said(`row ${index}`)]);
  const large: [string, string][] = [['sub_1', said('count')], ...many, ['top', started('sub_1')]];
  expect(await parents(oldHome('large', large, ['top', 'sub_1']))).toEqual({ top: undefined, sub_1: undefined });
});

it.each(['1.37.0/s2-shell', '1.52.0/s11-delegate'])('counts each request of %s once', async (scenario) => {
  const homes = [home(scenario)];
  const paths = (await listSessions({ homes, agents })).map(({ path }) => path);
  const totals = [...(await sessionUsage(paths)).values()];
  const input = totals.reduce((sum, total) => sum + total.input, 0);
  expect(input).toBe(4 * 5321);
});

it('finds the database below HOME, and by its variables', () => {
  const [goose] = agents;
  expect(goose?.store.homes({ HOME: '/h' }).paths[0]).toBe('/h/.local/share/goose');
  expect(goose?.store.homes({ HOME: '/h', XDG_DATA_HOME: '/x' }).paths).toEqual(['/x/goose']);
  expect(goose?.store.homes({ HOME: '/h', GOOSE_PATH_ROOT: '/g' })).toEqual({ paths: ['/g/data'], isNamed: true });
});

it('looks in the usual place where a variable holds a relative path, as Goose does', () => {
  const [goose] = agents;
  for (const path of ['here', '~/here', './', ' ']) {
    for (const name of ['XDG_DATA_HOME', 'GOOSE_PATH_ROOT']) {
      const homes = goose?.store.homes({ HOME: '/h', [name]: path });
      expect([name, path, homes?.paths[0], homes?.isNamed]).toEqual([name, path, '/h/.local/share/goose', false]);
    }
  }
});

const BANNER =
  '\n    __( O)>  ● resuming · openai gpt-5\n   \\____)    20261116_3 · /a b/c\n     L L     goose is ready\n';

it('reads a banner as the thread that it opens, and other text as a bad line', () => {
  expect(detectWire(BANNER)).toBe('goose-stream');
  const reader = createEventReader();
  const outcomes = [...reader.push(`${BANNER}Sorry?\n`), ...reader.end()];
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.events[0]?.type : outcome.error.code))).toEqual([
    ...['context', 'thread.started', 'context', 'invalid-json'],
  ]);
  expect(outcomes[1]).toMatchObject({
    events: [{ thread_id: '20261116_3', cwd: '/a b/c', model: 'gpt-5', model_provider: 'openai', resumed: true }],
  });
});

it('reads the one object of a run behind its banner', () => {
  const message = { id: null, role: 'user', created: 1, content: [{ type: 'text', text: 'hello there' }] };
  const run = { messages: [message], metadata: { total_tokens: 3, input_tokens: 2, output_tokens: 1 } };
  const reader = createEventReader();
  const outcomes = [...reader.push(`${BANNER}${JSON.stringify(run, null, 2)}\n`), ...reader.end()];
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  const types = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events.map(({ type }) => type) : []));
  expect(types.slice(-3)).toEqual(['turn.started', 'item.completed', 'turn.completed']);
});
