import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstalledProject, installPackage } from './installed-project.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fake = (name: string) => fileURLToPath(new URL(`../fakes/${name}.mjs`, import.meta.url));
const recording = fileURLToPath(new URL('../fixtures/codex/0.98.0/s2-shell/', import.meta.url));

/** One for the author of each requirement document. */
const PROGRAMS = ['tolerant-client', 'session-loader', 'chat-route', 'protocol-client', 'schema-validator'];

type Line = Record<string, unknown>;

let install: InstalledProject;

beforeAll(async () => {
  install = await installPackage();
  // Node runs no TypeScript below node_modules: people copy them.
  for (const name of PROGRAMS) {
    await cp(join(install.installed, `examples/${name}.ts`), join(install.project, `${name}.ts`));
  }
  await mkdir(join(install.project, 'home/sessions'), { recursive: true });
  await cp(join(recording, 'rollout.jsonl'), join(install.project, 'home/sessions/rollout-2026-01-01T00-00-00.jsonl'));
}, 120_000);

afterAll(() => install.remove());

/** Runs a program of the package on fake agents, and gives the lines of JSON that it printed. */
async function run(
  name: string,
  args: string[] = [],
  { codex = fake('codex-recording'), stdin = '' } = {},
): Promise<Line[]> {
  const home = join(install.project, 'home');
  const env = { ...process.env, HOME: home, CODEX_HOME: home, CODEX_API_KEY: 'key', CODEX_CLI_PATH: codex };
  const child = spawn(process.execPath, [`${name}.ts`, ...args], { cwd: install.project, env });
  child.stdin.end(stdin);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('of the installed package, the program', () => {
  it('tolerant-client.ts tells a bad line, goes on, and goes on with the thread', async () => {
    const lines = await run('tolerant-client', ['list'], { codex: fake('codex-odd') });
    const [first, second] = [lines.slice(0, 9), lines.slice(9)];
    expect(first).toContainEqual({ line: 3, error: 'invalid-json', raw: 'Warning: not JSON' });
    expect(first).toContainEqual(
      expect.objectContaining({ type: 'item.completed', item_id: 'm', thread_id: 'thread-1', extra: { future: true } }),
    );
    expect(first).toContainEqual(expect.objectContaining({ type: 'unknown', wire_type: 'future.event' }));
    expect(first.at(-1)).toEqual({ ok: true });
    expect(second[0]).toMatchObject({ type: 'thread.started', thread_id: 'thread-1', resumed: true });
    expect(second.at(-1)).toEqual({ ok: true });
    const log = await readFile(join(install.project, 'codex-events.jsonl'), 'utf8');
    expect(log.trimEnd().split('\n').length).toBe(16);
  });

  it('session-loader.ts shows the newest session, one by its id, and a file, in the same messages', async () => {
    const newest = await run('session-loader');
    expect(newest[0]).toMatchObject({
      role: 'user',
      tool: 'codex',
      text: 'List the files, then run the failing check.',
    });
    expect(newest.flatMap(({ commands }) => commands)).toContain('ls');
    expect(newest.some(({ failed }) => failed)).toBe(true);
    expect(await run('session-loader', [join(recording, 'rollout.jsonl')])).toEqual(newest);
    expect(await run('session-loader', ['01a1de0c-e108-7e41-8012-a9e25a76fa30'])).toEqual(newest);
    expect(await run('session-loader', ['nobody'])).toEqual([]);
  });

  it('chat-route.ts answers a request with NDJSON, and refuses a bad one', async () => {
    const types = (await run('chat-route', ['list'])).map(({ type }) => type);
    expect(types[0]).toBe('sandbox');
    expect(types).toEqual(expect.arrayContaining(['init', 'tool_use', 'tool_result', 'message', 'result', 'artifact']));
    expect(types.at(-1)).toBe('snapshot');
    expect(await run('chat-route', [''])).toEqual([{ error: [expect.objectContaining({ path: ['message'] })] }]);
  });

  it('protocol-client.ts tells each kind of event by its type', async () => {
    expect(await run('protocol-client', ['list'], { codex: fake('codex-odd') })).toEqual([
      { thread: 'thread-1' },
      { command: 'ls', exit: 0 },
      { item: 'agent_message', text: 'One file.' },
      { unknown: 'future.event', data: { some_field: 'value' } },
      { tokens: 150 },
      { finished: true, ok: true },
    ]);
  });

  it('schema-validator.ts tells what is wrong with a line, and folds the others', async () => {
    const printed = await readFile(join(recording, 'stdout.jsonl'), 'utf8');
    const bad = '{"type":"thread.started","thread_id":7}\n{"type":"of.next.year"}\nnot JSON\n';
    const lines = await run('schema-validator', [], { stdin: `${bad}${printed}` });
    expect(lines).toEqual([
      { line: 1, wrong: [expect.stringMatching(/^thread_id: /)] },
      { line: 2, wrong: [expect.stringMatching(/^type: /)] },
      { line: 3, wrong: ['not JSON'] },
      {
        thread: '01a1de0c-e108-7e41-8012-a9e25a76fa30',
        turns: 1,
        items: 5,
        answer: expect.stringContaining('exit code 3'),
      },
    ]);
  });
});

it('the programs of the package compile in a strict project where optional properties are exact, its types and all', async () => {
  // What a project that runs on Node has anyway.
  await mkdir(join(install.project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(root, 'node_modules', name), join(install.project, 'node_modules', name));
  }
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.asynciterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const include = PROGRAMS.map((name) => `${name}.ts`);
  await writeFile(join(install.project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const tsc = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', install.project]);
  expect(await text(tsc.stdout)).toBe('');
}, 120_000);
