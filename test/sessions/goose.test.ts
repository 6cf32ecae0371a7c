import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
