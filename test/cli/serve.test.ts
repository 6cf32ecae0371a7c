import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openArchive } from '../../src/fleet/index.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { exitCodeOf, fixture, runCli, startCli } from './run-cli.ts';

let folder: string;
let env: Record<string, string>;
const running: ReturnType<typeof startCli>[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-serve-'));
  mkdirSync(join(folder, 'home'));
  env = { HOME: join(folder, 'home'), THREADLINE_HOME: join(folder, 'data') };
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Where others find the address of the one that runs. */
const note = () => join(folder, 'data/viewer.json');

const serve = (...args: string[]) => serveIndexed('--no-index', ...args);

/** Starts `serve` and waits for the line that it prints. */
async function serveIndexed(...args: string[]) {
  const child = startCli(['serve', ...args], { env });
  running.push(child);
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = exitCodeOf(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout.includes('\n')) resolve();
    });
    ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return {
    address: stdout.trim(),
    end(signal: NodeJS.Signals) {
      child.kill(signal);
      return ended;
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    said: () => ({ stdout, stderr }),
  };
}

describe('serve', () => {
  it.each([
    ['with --allow-remote', ['--allow-run', '--allow-remote']],
    ['on another address', ['--allow-run', '--host', '0.0.0.0', '--allow-remote']],
    ['on another address alone', ['--allow-run', '--host', '0.0.0.0']],
    ['with sessions of other machines', ['--allow-run', '--archive', 'postgres://db.example/x']],
    ['below a folder that is not there', ['--allow-run', '--run-folder', '/no/such/folder']],
    ['not, but below a folder', ['--run-folder', '/tmp']],
    ['not, but with a notice', ['--tell-after', '5', '--tell-command', '["true"]']],
    ['with a notice that tells nobody', ['--allow-run', '--tell-after', '5']],
    ['with a notice of no time', ['--allow-run', '--tell-command', '["true"]']],
    ['with a command that is no list', ['--allow-run', '--tell-after', '5', '--tell-command', 'notify-send']],
    ['with an address of another machine', ['--allow-run', '--tell-after', '5', '--tell-url', 'http://example.org/']],
  ])('lets agents run %s: exit 2, and nothing listens', async (_, args) => {
    const { exitCode, stdout } = await runCli(['serve', '--no-index', '--port', '0', ...args], { env });
    expect([exitCode, stdout]).toEqual([2, '']);
  });

  it('lets the page run agents only where it was asked to, and says what that means', async () => {
    const hello = async (address: string) => {
      const { origin, searchParams } = new URL(address);
      const headers = { authorization: `Bearer ${searchParams.get('token')}` };
      return (await fetch(`${origin}/api/hello`, { headers })).json();
    };
    const plain = await serve('--port', '0');
    expect(await hello(plain.address)).toMatchObject({ features: { run: false } });
    const running = await serve('--port', '0', '--allow-run', '--run-folder', folder, '--host', 'localhost');
    expect(await hello(running.address)).toMatchObject({ features: { run: true } });
    expect(running.said().stderr).toContain('can start agents here');
    expect(await running.end('SIGINT')).toBe(130);
  });

  it('reads logs of prompts for who asks, and has none for a file that was named', async () => {
    const claude = join(folder, 'home/.claude');
    mkdirSync(join(claude, 'projects'), { recursive: true });
    const typed = {
      display: 'sail',
      pastedContents: {},
      timestamp: 1_794_728_124_302,
      project: '/p',
      sessionId: 's-1',
    };
    writeFileSync(join(claude, 'history.jsonl'), `${JSON.stringify(typed)}\n`);
    const ask = async (address: string) => {
      const { origin, searchParams } = new URL(address);
      return fetch(`${origin}/api/ghosts`, { headers: { authorization: `Bearer ${searchParams.get('token')}` } });
    };
    const own = await serve('--port', '0', '--home', claude);
    expect(await (await ask(own.address)).json()).toMatchObject({
      total: 1,
      items: [{ key: 'claude/s-1', title: 'sail' }],
    });
    const named = await serve('--port', '0', fixture('0.166.0/s2-shell/rollout.jsonl'));
    expect((await ask(named.address)).status).toBe(404);
  });

  it('FILE shows this file alone, also one that convert wrote', async () => {
    const path = join(folder, 'thread.events');
    const source = fixture('0.166.0/s2-shell/rollout.jsonl');
    expect((await runCli(['convert', source, '--to', 'events', '-o', path], { env })).exitCode).toBe(0);
    const { address, end } = await serve('--port', '0', path);
    const { origin, searchParams } = new URL(address);
    const authorization = `Bearer ${searchParams.get('token')}`;
    const { items } = await (await fetch(`${origin}/api/sessions`, { headers: { authorization } })).json();
    expect(items).toMatchObject([{ agent: 'codex', firstPrompt: expect.any(String) }]);
    expect(await end('SIGINT')).toBe(130);
    expect((await runCli(['serve', join(folder, 'none.jsonl')], { env })).exitCode).toBe(4);
  });

  it('shows what the archive keeps where agents deleted all their files', async () => {
    const home = madeHome(join(folder, 'codex'));
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'kept question', result: 'x', answer: 'y' }));
    const archive = await openArchive({ folder: join(folder, 'data'), homes: [home.path], sameThread: true });
    await archive.refresh();
    await archive.close();
    home.remove(1);
    env.CODEX_HOME = home.path;
    const { address, said, end } = await serveIndexed('--port', '0');
    const { origin, searchParams } = new URL(address);
    const authorization = `Bearer ${searchParams.get('token')}`;
    await vi.waitFor(
      async () => {
        const { items } = await (await fetch(`${origin}/api/sessions`, { headers: { authorization } })).json();
        expect(items).toMatchObject([{ gone: true, firstPrompt: 'kept question', usage: { input: 100 } }]);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(said().stderr).toBe('');
    expect(await end('SIGINT')).toBe(130);
  });

  it('prints the address alone, shows the sample where no session is found, and ends cleanly at Ctrl-C', async () => {
    const { address, said, end } = await serve('--port', '0');
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    expect(said().stderr).toBe('threadline: no session was found on this machine; these are samples\n');
    const { origin, searchParams } = new URL(address);
    const hello = await fetch(`${origin}/api/hello`, {
      headers: { authorization: `Bearer ${searchParams.get('token')}` },
    });
    expect(await hello.json()).toMatchObject({ sample: true });
    const page = await fetch(address, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
    expect(await end('SIGINT')).toBe(130);
    expect(said().stdout).toBe(`${address}\n`);
    // The note by which others find it is gone with it.
    expect(existsSync(note())).toBe(false);
  });

  it('finds the one that runs, by a note that its owner alone can read', async () => {
    const first = await serve('--port', '0');
    const second = await runCli(['serve', '--no-index'], { env });
    expect(second).toMatchObject({ exitCode: 0, stdout: `${first.address}\n` });
    expect(statSync(note()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(note(), 'utf8'))).toMatchObject({ port: Number(new URL(first.address).port) });
    await first.end('SIGTERM');
  });

  it.each([
    ['anything', () => '{"hello":"not threadline"}'],
    ['a proof of its own', () => JSON.stringify({ schema: 1, proof: 'A'.repeat(43) })],
    ['what it was asked', (url: string) => JSON.stringify({ proof: url.split('=')[1] })],
    ['no JSON', () => '<html>'],
    ['an answer without end', () => `"${'x'.repeat(5_000_000)}`],
  ])('takes no stranger on the port of a viewer that was killed for it, and tells him no token: %s', async (_, say) => {
    const asked: { url: string; headers: string }[] = [];
    const stranger: Server = createServer((request, response) => {
      asked.push({ url: request.url ?? '', headers: JSON.stringify(request.headers) });
      response.end(say(request.url ?? ''));
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address of this form.
    const { port } = stranger.address() as AddressInfo;
    const token = 'S'.repeat(43);
    mkdirSync(dirname(note()), { mode: 0o700 });
    writeFileSync(note(), JSON.stringify({ port, token }), { mode: 0o600 });
    const { address, end } = await serve('--port', '0');
    expect(new URL(address).port).not.toBe(String(port));
    expect(address).not.toContain(token);
    expect(asked.map(({ url }) => url)).toEqual([expect.stringMatching(/^\/api\/proof\?challenge=[\w-]{43}$/)]);
    expect(JSON.stringify(asked)).not.toContain(token);
    await end('SIGTERM');
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('opens the browser with a code that holds once, each time: what a program was started with all can see', async () => {
    const opener = join(folder, 'xdg-open');
    const opened = join(folder, 'opened');
    writeFileSync(opener, `#!/bin/sh\necho "$@" >> '${opened}'\n`, { mode: 0o755 });
    Object.assign(env, { DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` });
    const lines = () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []);
    const first = await serve('--port', '0', '--open');
    await vi.waitFor(() => expect(lines()).toHaveLength(1));
    const second = await runCli(['serve', '--no-index', '--open'], { env });
    expect(second.stdout).toBe(`${first.address}\n`);
    await vi.waitFor(() => expect(lines()).toHaveLength(2));
    const { origin } = new URL(first.address);
    for (const line of lines()) {
      expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=[\w-]{32}$/);
      expect(line.startsWith(origin)).toBe(true);
      const visits = [await fetch(line, { redirect: 'manual' }), await fetch(line, { redirect: 'manual' })];
      expect(visits.map(({ status }) => status)).toEqual([302, 401]);
    }
    expect((await fetch(`${origin}/api/code`)).status).toBe(401);
    await first.end('SIGTERM');
  });

  it('shows new lines at once when the clock is set back by an hour', async () => {
    env.NODE_OPTIONS = `--import=${new URL('../fakes/clock-set-back.mjs', import.meta.url).href}`;
    const name = 'rollout-2026-11-15T07-05-41-01a1de06-ab42-79f0-9c2d-b8851174e06f.jsonl';
    const path = join(folder, 'home/.codex/sessions/2026/11/15', name);
    mkdirSync(dirname(path), { recursive: true });
    const lines = readFileSync(fixture('0.166.0/s2-shell/rollout.jsonl'), 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 12).join('\n')}\n`);
    const { address, said, end, signal } = await serve('--port', '0');
    const { origin, searchParams } = new URL(address);
    const headers = { authorization: `Bearer ${searchParams.get('token')}` };
    const listed = async () => (await fetch(`${origin}/api/sessions`, { headers })).json();
    await vi.waitUntil(async () => (await listed()).total === 1, { timeout: 30_000 });
    // The list's first walk is over, and the next one is due in a minute by the clock that follows.
    await vi.waitUntil(async () => (await listed()).items[0].status !== undefined, { timeout: 30_000 });
    signal('SIGUSR2');
    await vi.waitUntil(() => said().stderr.includes('the clock was set back'));
    const { revision } = await listed();
    writeFileSync(path.replace('b8851174e06f', 'b8851174e070'), `${lines.slice(0, 12).join('\n')}\n`);
    await vi.waitUntil(async () => (await listed()).revision > revision, { timeout: 20_000 });
    await end('SIGTERM');
  });

  it('takes the next port where one is taken, and says so', async () => {
    const server: Server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo;
    const { address, said, end } = await serve('--sample', '--port', String(port));
    expect(Number(new URL(address).port)).toBeGreaterThan(port);
    expect(said().stderr).toContain(`port ${port} is taken`);
    await end('SIGTERM');
    await new Promise((resolve) => server.close(resolve));
  });

  it.each(['0.0.0.0', '::', '192.0.2.1'])('lets no other machine in unless it is told to: --host %s', async (host) => {
    const { exitCode, stdout, stderr } = await runCli(['serve', '--sample', '--host', host], { env });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--allow-remote');
  });

  it('wants the token from other machines too, and lets them write nothing', async () => {
    const { address, said, end } = await serve('--sample', '--port', '0', '--host', '0.0.0.0', '--allow-remote');
    expect(said().stderr).toContain('token');
    const { port, searchParams } = new URL(address);
    const hello = (headers = {}) => fetch(`http://127.0.0.1:${port}/api/hello`, { headers });
    expect((await hello()).status).toBe(401);
    const known = await hello({ authorization: `Bearer ${searchParams.get('token')}` });
    expect(await known.json()).toMatchObject({ writeToken: '', features: { run: false } });
    await end('SIGTERM');
  });
});
