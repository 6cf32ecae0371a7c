import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claudeSession, codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { exitCodeOf, runCli, startCli } from '../cli/run-cli.ts';
import { makeSecret } from '../made-secrets.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';

// Programs as users run them, several at once: too long for every run of the tests.
const started = process.env.THREADLINE_POSTGRES ? await startPostgres() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const server = started as PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'threadline-fleet-'));
const secret = makeSecret('anthropic', 3).secret;
const running: ReturnType<typeof startCli>[] = [];
let url = '';
let gateway = '';

const ask = (...args: string[]) => runCli(args, { env: { THREADLINE_ARCHIVE: url } });
const json = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).stdout);

/** Starts a program and gives the address that it prints. */
async function addressOf(...args: string[]): Promise<string> {
  const child = startCli(args, { env: { THREADLINE_ARCHIVE: url } });
  running.push(child);
  const [address]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  return address ?? '';
}

/** A machine: a home, a folder of its own, a token. */
async function addMachine(name: string) {
  const { stdout } = await ask('archive', 'tokens', 'add', name);
  const home = join(folder, name);
  return {
    home,
    push: () =>
      runCli(['push', '--to', gateway, '--home', home, '--wait', '30'], {
        env: { THREADLINE_TOKEN: stdout.trim(), THREADLINE_HOME: join(folder, `${name}-own`) },
      }),
  };
}

describe.skipIf(skip)('two machines, a gateway with a worker, PostgreSQL', () => {
  let anna: Awaited<ReturnType<typeof addMachine>>;
  const codex = () => madeHome(join(folder, 'anna'));

  beforeAll(async () => {
    url = await server.createDatabase();
    await ask('archive', 'migrate');
    gateway = await addressOf('gateway', '--port', '0', '--with-worker');
    anna = await addMachine('anna');
    const ben = await addMachine('ben');
    codex().write(
      1,
      codexHead(codexId(1)) + codexTurn(1, { ask: `why ${secret}`, result: 'so', answer: 'the cat sat' }),
    );
    claudeSession(ben.home, '11111111-1111-4111-8111-111111111111', ['what does the cat say', 'meow']);
    for (const machine of [anna, ben]) expect(await machine.push()).toMatchObject({ exitCode: 0 });
    await vi.waitFor(async () => expect((await json('sessions', '--no-usage')).sessions).toHaveLength(2), {
      timeout: 60_000,
      interval: 500,
    });
  }, 120_000);

  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      await exitCodeOf(child);
    }
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the sessions of both, each with its machine', async () => {
    const { sessions } = await json('sessions');
    expect(sessions.map(({ machine, agent }: Record<string, string>) => [machine, agent]).sort()).toEqual([
      ['anna', 'codex'],
      ['ben', 'claude'],
    ]);
    expect((await ask('sessions', '--machine', 'ben')).stdout).toMatch(/machine.*\n.*ben/);
  });

  it('offers nobody to resume the session of another machine', async () => {
    const { sessions } = await json('sessions');
    expect(sessions.map(({ resume_command: command }: { resume_command: unknown }) => command)).toEqual([null, null]);
  });

  it('has a status: version, what waits, and when each machine was seen', async () => {
    const { exitCode, stdout } = await ask('archive', 'status');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/2 sessions out of 2 files; nothing waits(.|\n)*anna: last seen/),
    ]);
  });

  it('refuses texts from a copy that takes no writes, in one sentence, and lists its sessions', async () => {
    const name = new URL(url).pathname.slice(1);
    const owner = new URL(url).username;
    await server.ask(`alter role ${owner} in database ${name} set default_transaction_read_only = on`);
    try {
      const found = await ask('search', 'cat');
      expect([found.exitCode, found.stderr]).toEqual([4, expect.stringMatching(/^threadline: .*ask the primary\n$/)]);
      expect((await json('sessions')).sessions).toHaveLength(2);
    } finally {
      await server.ask(`alter role ${owner} in database ${name} reset default_transaction_read_only`);
    }
  });

  it('finds what was said on any, or on one', async () => {
    const { hits } = await json('search', 'cat');
    expect(new Set(hits.map(({ machine }: { machine: string }) => machine))).toEqual(new Set(['anna', 'ben']));
    expect((await json('search', 'cat', '--machine', 'ben')).hits).toHaveLength(1);
  });

  it('shows and exports a session that is on no disk here', async () => {
    const shown = await ask('show', codexId(1));
    expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringContaining('the cat sat')]);
    const exported = await ask('export', codexId(1), '--to', 'messages', '-o', '-');
    expect([exported.exitCode, exported.stdout]).toEqual([0, expect.stringContaining('the cat sat')]);
  });

  it('counts what each machine used', async () => {
    const { rows } = await json('usage', '--by', 'machine');
    expect(rows).toMatchObject([
      { key: 'anna', requests: 1, input: 100, output: 10 },
      { key: 'ben', requests: 1, input: 14, output: 4 },
    ]);
    expect((await json('usage', '--by', 'day', '--machine', 'ben')).total).toMatchObject({ requests: 1, input: 14 });
  });

  it('finds what agents fail at on all machines, and says what a server does not know', async () => {
    const all = await ask('insights', '--since', '2020-01-01', '--json');
    expect([all.exitCode, all.stderr]).toEqual([
      0,
      expect.stringMatching(/^threadline: an archive does not know commits.*\n$/),
    ]);
    expect(JSON.parse(all.stdout)).toMatchObject({ of: { sessions: 2 }, commits: [], commitsTotal: 0 });
    const one = await json('insights', '--since', '2020-01-01', '--machine', 'ben');
    expect(one.of).toMatchObject({ sessions: 1 });
  });

  it('reports what was done, by machine', async () => {
    const { exitCode, stdout } = await ask('report', '--since', '2020-01-01');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('On 2 machines: 2 sessions, 2 requests')]);
    for (const machine of ['anna', 'ben']) expect(stdout).toContain(`| ${machine} |`);
  });

  it('has the secret nowhere', async () => {
    expect((await ask('show', codexId(1))).stdout).toContain('[redacted:anthropic]');
    expect((await json('search', '--exact', secret.slice(-20))).hits).toEqual([]);
  });

  it('shows in the viewer what another machine has just written', async () => {
    const address = new URL(await addressOf('serve', '--port', '0'));
    const headers = { authorization: `Bearer ${address.searchParams.get('token')}` };
    const get = async (path: string) => (await fetch(new URL(path, address), { headers })).text();
    await vi.waitFor(async () => expect(await get('/api/sessions')).toContain(codexId(1)), { timeout: 20_000 });
    appendFileSync(codex().file(1), codexTurn(2, { ask: 'and the dog', result: 'out', answer: 'the dog sat too' }));
    expect(await anna.push()).toMatchObject({ exitCode: 0 });
    const { items } = JSON.parse(await get('/api/sessions'));
    const { key } = items.find(({ id }: { id: string }) => id === codexId(1));
    await vi.waitFor(
      async () => expect(await get(`/api/sessions/${key}/rows?from=0&count=100`)).toContain('the dog sat too'),
      { timeout: 20_000, interval: 200 },
    );
  }, 60_000);

  it('answers agents from the server', async () => {
    const child = startCli(['mcp', '--all-projects'], { env: { THREADLINE_ARCHIVE: url } });
    const lines = createInterface({ input: child.stdout });
    const call = async (id: number, method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const [line] = await once(lines, 'line');
      return line;
    };
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    await call(1, 'initialize', client);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const answer = await call(2, 'tools/call', { name: 'search_sessions', arguments: { query: 'cat' } });
    expect(answer).toContain(codexId(1));
    child.stdin.end();
    expect(await exitCodeOf(child)).toBe(0);
  });

  it('is not asked unless it is named', async () => {
    const local = await runCli(['sessions', '--home', join(folder, 'none'), '--json'], {
      env: { THREADLINE_COLLECT_TO: gateway },
    });
    expect(local.stdout).toContain('"sessions":[\n]');
    expect(await runCli(['search', 'cat', '--archive', 'http://user:pass@host'])).toMatchObject({
      exitCode: 2,
      stderr: expect.not.stringContaining('pass@'),
    });
  });
});
