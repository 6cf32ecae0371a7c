import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Starts `serve` and waits for the line that it prints. */
async function serve(...args: string[]) {
  const child = startCli(['serve', '--no-index', ...args], { env });
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

  it('wants the token from other machines too', async () => {
    const { address, said, end } = await serve('--sample', '--port', '0', '--host', '0.0.0.0', '--allow-remote');
    expect(said().stderr).toContain('token');
    const { port } = new URL(address);
    expect((await fetch(`http://127.0.0.1:${port}/api/hello`)).status).toBe(401);
    await end('SIGTERM');
  });
});
