import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = madeHome(join(folder.path, 'home'));
home.write(1, codexHead(codexId(1), { cwd: folder.path }) + codexTurn(1, { ask: 'hello', result: 'x', answer: 'y' }));
const env = { CODEX_HOME: home.path, HOME: home.path, THREADLINE_HOME: join(folder.path, 'data') };

it.each<[string, string[], (value: Record<string, unknown>) => unknown]>([
  ['sessions', ['sessions', '--json', '--no-usage'], ({ sessions }) => sessions],
  ['search', ['search', 'hello', '--json'], ({ hits }) => hits],
  ['show', ['show', codexId(1), '--json'], ({ session }) => [session]],
  ['usage --by session', ['usage', '--by', 'session', '--json'], ({ rows }) => rows],
  ['usage --by model,session', ['usage', '--by', 'model,session', '--json'], ({ rows }) => rows],
  ['star', ['star', codexId(1), '--json'], (value) => [value]],
  ['usage --explain', ['usage', '--explain', codexId(1), '--json'], ({ rows, requests }) => rows ?? requests],
])('each row of %s that speaks of a session has the agent and the id that agent:ID takes', async (_, args, rowsOf) => {
  const rows = rowsOf(JSON.parse((await runCli(args, { env })).stdout));
  expect(rows).toContainEqual(expect.objectContaining({ agent: 'codex', id: codexId(1) }));
});

it('a hand-over names the new session and its origin by the agent and the id that agent:ID takes', async () => {
  mkdirSync(join(home.path, '.claude'), { recursive: true });
  const args = ['handoff', codexId(1), '--to', 'claude', '--cwd', folder.path, '--json'];
  const { agent, id, origin } = JSON.parse((await runCli(args, { env })).stdout);
  expect(origin).toMatchObject({ agent: 'codex', id: codexId(1) });
  const { session } = JSON.parse((await runCli(['show', `${agent}:${id}`, '--json'], { env })).stdout);
  expect(session).toMatchObject({ agent: 'claude', id });
});
