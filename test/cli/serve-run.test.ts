import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { isAlive, lines, until } from '../live/fake-session.ts';
import { exitCodeOf, startCli } from './run-cli.ts';

/** `serve --allow-run` of a person whose agent is the fake one. */
function createMachine() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-serve-run-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'home'));
  const log = join(folder, 'agent.log');
  const env = {
    HOME: join(folder, 'home'),
    THREADLINE_HOME: join(folder, 'data'),
    CLAUDE_CLI_PATH: fileURLToPath(new URL('../fakes/live/control-agent.mjs', import.meta.url)),
    FAKE_LOG: log,
  };

  async function serve() {
    const child = startCli(['serve', '--no-index', '--port', '0', '--allow-run', '--run-folder', folder], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const ended = exitCodeOf(child);
    await until(() => stdout.includes('\n'), 'the address');
    const { origin, searchParams } = new URL(stdout.trim());
    const headers = { authorization: `Bearer ${searchParams.get('token')}` };
    const get = async (path: string) => (await fetch(`${origin}${path}`, { headers })).json();
    const post = async (path: string, body: object) => {
      const { writeToken } = await get('/api/hello');
      const all = { ...headers, origin, 'content-type': 'application/json', 'x-threadline-write': writeToken };
      return (await fetch(`${origin}${path}`, { method: 'POST', headers: all, body: JSON.stringify(body) })).json();
    };
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    return { get, post, end, said: () => stderr };
  }

  return { folder, serve, notes: () => (existsSync(log) ? lines(readFileSync(log, 'utf8')) : []) };
}

const pidOf = (notes: Record<string, unknown>[]) => Number(notes.find(({ pid }) => pid !== undefined)?.pid);

it('what a killed server left is named and ended by the next one, in the terminal and on the page', async () => {
  const { folder, serve, notes } = createMachine();
  const first = await serve();
  await first.post('/api/runs', { agent: 'claude', prompt: 'leave run:a', cwd: folder });
  await until(() => notes().some(({ asked }) => asked !== undefined));
  const pid = pidOf(notes());
  await first.end('SIGKILL');
  expect(isAlive(pid)).toBe(true);
  const second = await serve();
  await until(() => !isAlive(pid), 'the end of what was left');
  expect(second.said()).toMatch(/an earlier live session of claude was killed and left: .*sleep 600/);
  expect(await second.get('/api/runs/start')).toMatchObject({ left: [{ agent: 'claude', ended: 1 }] });
  expect(existsSync(join(folder, 'a'))).toBe(false);
});

it('a server that is interrupted denies what waits, and no process of its agents is left', async () => {
  const { folder, serve, notes } = createMachine();
  const server = await serve();
  await server.post('/api/runs', { agent: 'claude', prompt: 'leave run:a', cwd: folder });
  await until(() => notes().some(({ asked }) => asked !== undefined));
  const pid = pidOf(notes());
  expect(await server.end('SIGINT')).toBe(130);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(join(folder, 'a'))).toBe(false);
});
