import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveCommand } from '../../src/doors/cli/archive/command.ts';
import { gatewayCommand } from '../../src/doors/cli/gateway/command.ts';
import { protocol } from '../../src/fleet/collect/protocol.ts';
import { connect, openPostgresStore } from '../../src/fleet/postgres/index.ts';
import { exitCodeOf, fixture, runCli, startCli } from '../cli/run-cli.ts';
import { type PostgresServer, startPostgres } from '../postgres/server.ts';
import { createClient, madeSource } from './client.ts';

// Each runs a program several times: too long for every run of the tests.
const started = process.env.THREADLINE_POSTGRES ? await startPostgres() : { skip: 'npm run fleet does it' };
const skip = 'skip' in started ? started.skip : false;
// Where there is no server nothing below runs.
const server = started as PostgresServer;
let url = '';

const archive = (...args: string[]) => runCli(['archive', ...args], { env: { THREADLINE_ARCHIVE: url } });

/** A gateway as users run it, and all that it says. */
async function startGateway(...args: string[]) {
  const child = startCli(['gateway', '--port', '0', ...args], { env: { THREADLINE_ARCHIVE: url } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [address]: string[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, address: address ?? '', said: () => said };
}

async function newToken(name: string): Promise<string> {
  const { stdout, exitCode, stderr } = await archive('tokens', 'add', name);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('shown once')]);
  return stdout.trim();
}

describe.skipIf(skip)('threadline gateway and archive, on PostgreSQL', () => {
  beforeAll(async () => {
    url = await server.createDatabase();
    expect(await archive('tokens', 'list')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('migrate') });
    expect(await archive('migrate')).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await archive('migrate')).stdout).toMatch(/^the tables are of version \d+\n$/);
  }, 60_000);
  afterAll(() => server.close());

  it('adds a token that is shown once, lists and revokes it', async () => {
    const token = await newToken('mine');
    expect(token).toMatch(/^tl_[A-Za-z0-9_-]{43}$/);
    expect(await archive('tokens', 'add', 'mine')).toMatchObject({ exitCode: 4, stdout: '' });
    expect(await archive('tokens', 'add', 'a/b')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await archive('tokens', 'add', 'x', '--tenant', 'nobody')).toMatchObject({ exitCode: 4, stdout: '' });
    const listed = await archive('tokens', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({
      tokens: [{ name: 'mine', owner: null, group: false, seen_at: null, revoked_at: null }],
    });
    expect(listed.stdout).not.toContain(token);
    expect(await archive('tokens', 'revoke', 'mine')).toMatchObject({ exitCode: 0 });
    expect(await archive('tokens', 'revoke', 'mine')).toMatchObject({ exitCode: 4 });
    expect((await archive('tokens', 'list')).stdout).toMatch(
      /^name +owner +for +made +last used +revoked\nmine .*machine/,
    );
    const other = await archive(
      'tokens',
      'add',
      'theirs',
      '--tenant',
      'second',
      '--new-tenant',
      '--owner',
      'ann',
      '--group',
    );
    expect(other.exitCode).toBe(0);
    const second = await archive('tokens', 'list', '--tenant', 'second', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ tokens: [{ name: 'theirs', owner: 'ann', group: true }] });
  });

  it('takes segments, loses none that it acknowledged when it is killed, and says nothing of what was sent', async () => {
    const token = await newToken('laptop');
    const secret = 'sk-ant-planted-secret-in-a-line';
    let running = await startGateway();
    const client = createClient(() => running.address, token);
    const id = (await client.open([madeSource(`sessions/${secret}.jsonl`)])).sources[0]?.id ?? '';
    let head = 0;
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 5; count += 1) {
        const kept = await client.put(id, head, `{"text":"${secret}","n":${count}}\n`);
        expect(kept.status).toBe(200);
        head = kept.head;
      }
      // In the middle of a request that may or may not be kept.
      const last = client.put(id, head, `{"text":"${secret}","last":${round}}\n`).catch(() => undefined);
      running.child.kill('SIGKILL');
      await Promise.all([exitCodeOf(running.child), last]);
      expect(running.said()).toBe('');
      running = await startGateway();
      const known = (await client.open([madeSource(`sessions/${secret}.jsonl`)])).sources[0];
      expect(known?.id).toBe(id);
      expect(known?.head).toBeGreaterThanOrEqual(head);
      head = known?.head ?? 0;
    }
    await fetch(`${running.address}${protocol.sources}`, { headers: { authorization: `Bearer ${token}x` } });
    await fetch(`${running.address}/${secret}?${token}`);
    running.child.kill('SIGTERM');
    expect(await exitCodeOf(running.child)).toBe(143);
    expect(running.said()).toBe('');
    const verified = await archive('verify', '--json');
    expect(JSON.parse(verified.stdout)).toMatchObject({ sources: 1, wrong: [], parked: [] });
    expect((await archive('tokens', 'list')).stdout).not.toContain(token);
  });

  it('says by codes alone what is wrong while the server is away', async () => {
    const token = await newToken('phone');
    const running = await startGateway();
    const client = createClient(() => running.address, token);
    const id = (await client.open([madeSource()])).sources[0]?.id ?? '';
    await server.stop();
    try {
      for (let count = 0; count < 5; count += 1) {
        expect((await client.put(id, 0, '{"text":"sk-planted"}\n')).status).toBe(503);
      }
    } finally {
      await server.start();
    }
    expect(await client.put(id, 0, '{"text":"sk-planted"}\n')).toMatchObject({ status: 200 });
    running.child.kill('SIGTERM');
    await exitCodeOf(running.child);
    expect(running.said()).toMatch(/^threadline: gateway: unreachable( \(\w+\))?\n$/);
  });

  it.each([
    ['archive', 'tokens', 'list'],
    ['archive', 'retain'],
    ['archive', 'refold'],
    ['archive', 'verify'],
    ['archive', 'forget', 'x'],
    ['gateway', '--port', '0'],
    ['worker'],
  ])('%s %s %s says in one line, with exit code 4, that there is no archive, database or user', async (...args) => {
    const wrong = new URL(await server.createDatabase());
    const stranger = new URL(wrong);
    stranger.username = 'nobody';
    stranger.password = 'hunter22';
    const missing = new URL(wrong);
    missing.pathname = '/there_is_none';
    const said = [
      [wrong, 'run `threadline archive migrate`'],
      [missing, 'has no such database'],
      [stranger, 'refuses the user'],
    ] as const;
    for (const [address, message] of said) {
      const result = await runCli(args, { env: { THREADLINE_ARCHIVE: address.href } });
      expect(result).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining(message) });
      expect(result.stderr).toMatch(/^threadline: [^\n]*\n$/);
      expect(result.stderr).not.toContain('hunter22');
    }
  });

  it.each([['tokens', 'list'], ['refold'], ['forget', 'x'], ['retain', '--text', '30']])(
    'archive %s %s says that there is no such tenant',
    async (...args) => {
      const result = await archive(...args, '--tenant', 'no\x1b[31mbody');
      expect(result).toMatchObject({ exitCode: 4, stdout: '' });
      expect(result.stderr).toMatch(/^threadline: [^\n]*tenant[^\n]*\n$/);
      expect(result.stderr).not.toContain('\x1b');
    },
  );

  it('says that the server is away when it begins so, and waits for it', async () => {
    const child = startCli(['gateway', '--port', '0'], { env: { THREADLINE_ARCHIVE: 'postgres://127.0.0.1:1/none' } });
    const [line]: string[] = await once(createInterface({ input: child.stderr }), 'line');
    expect(line).toBe('threadline: gateway: unreachable (ECONNREFUSED)');
    child.kill('SIGTERM');
    expect(await exitCodeOf(child)).toBe(143);
  });

  it('folds what comes with --with-worker, and again when it is asked to', async () => {
    const token = await newToken('folded');
    const running = await startGateway('--with-worker');
    const client = createClient(() => running.address, token);
    const text = readFileSync(fixture('0.166.0/s2-shell/rollout.jsonl'), 'utf8');
    const path = 'sessions/2026/11/15/rollout-2026-11-15T07-08-09-0199a213-81c0-7800-8aa1-bbab2a035a53.jsonl';
    const id = (await client.open([madeSource(path)])).sources[0]?.id ?? '';
    expect(await client.put(id, 0, text)).toMatchObject({ status: 200 });
    const store = await openPostgresStore({ url });
    const listed = async () =>
      (await store.listSessions({}, { limit: 9 })).rows.filter(({ path: of }) => of.endsWith(path));
    while ((await listed()).length === 0) await wait(50);
    expect(await listed()).toMatchObject([{ machine: 'folded', key: { agent: 'codex' } }]);
    expect((await archive('refold')).stdout).toMatch(/^\d+ files? will be folded again/);
    running.child.kill('SIGINT');
    expect(await exitCodeOf(running.child)).toBe(130);
    expect(running.said()).toBe('');
    const worker = startCli(['worker'], { env: { THREADLINE_ARCHIVE: url } });
    const database = await connect({ url });
    const left = () =>
      database.transaction({ role: 'owner' }, (queries) =>
        queries.all('select 1 from source where head > 0 and fold = 0'),
      );
    while ((await left()).length > 0) await wait(50);
    worker.kill('SIGTERM');
    expect(await exitCodeOf(worker)).toBe(143);
    const [session] = await listed();
    const [row] = await archive('forget', session?.key.threadId ?? '', '--yes').then(({ stdout }) =>
      stdout.split('\n'),
    );
    expect(row).toContain(`codex:${session?.key.threadId}  folded`);
    expect(await listed()).toEqual([]);
    await Promise.all([store.close(), database.close()]);
  });

  it('puts a hold on a machine, lists and lifts it, and refuses odd calls', async () => {
    for (const args of [['add'], ['add', 'x', '--machine', 'y'], ['drop'], ['lift', 'one']])
      expect((await archive('hold', ...args)).exitCode).toBe(2);
    expect(await archive('hold', 'add', 'no-such-session')).toMatchObject({ exitCode: 4, stdout: '' });
    expect((await archive('hold')).stdout).toBe('nothing is held\n');
    const { stdout } = await archive('hold', 'add', '--machine', 'nobody');
    expect(stdout).toMatch(/^hold \d+ on machine nobody: no session there yet\n$/);
    const listed = JSON.parse((await archive('hold', 'list', '--json')).stdout).holds;
    expect(listed).toMatchObject([{ kind: 'machine', value: 'nobody', lifted_at: null }]);
    expect((await archive('hold', 'lift', String(listed[0].id))).exitCode).toBe(0);
    expect((await archive('hold', 'lift', String(listed[0].id))).exitCode).toBe(4);
  });

  it('takes names of repositories and folders for a hold as other commands do', async () => {
    for (const name of ['git@github.com:Acme/App.git', 'https://me:pw@github.com/acme/app/', 'GitHub.com/acme/app.git'])
      expect((await archive('hold', 'add', '--repository', name)).stdout).toMatch(
        /^hold \d+ on repository github\.com\/acme\/app: no session there yet\n$/,
      );
    expect(await archive('hold', 'add', '--repository', 'app')).toMatchObject({ exitCode: 2, stdout: '' });
    const unknown = await archive('hold', 'add', '--project', 'no-such-project');
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('no session is in a project')]);
    const path = await archive('hold', 'add', '--project', 'C:\\work');
    expect(path.stdout).toMatch(/^hold \d+ on project C:\\work: no session there yet\n$/);
  });

  it('forgets nobody by a name that two people have, and tells whom it may mean', async () => {
    const database = await connect({ url });
    const rows = await database.transaction({ role: 'owner' }, (queries) =>
      queries.all(`insert into person(tenant, issuer, sub, name)
        select id, 'https://id.example', sub, E'Anna \\x1b[31m' from tenant, (values ('s-1'), ('s-2')) as made(sub)
        where tenant.name = 'default' returning id`),
    );
    const [first, second] = rows.map(({ id }) => `#${id}`);
    const asked = await archive('forget', '--person', 'Anna \x1b[31m', '--yes');
    expect([asked.exitCode, asked.stdout]).toEqual([2, '']);
    expect(asked.stderr).toContain(`${first} (s-1`);
    expect(asked.stderr).toContain(`${second} (s-2`);
    expect(asked.stderr).not.toContain('\x1b');
    expect(await archive('forget', '--person', 'nobody', '--yes')).toMatchObject({ exitCode: 4, stdout: '' });
    await archive('hold', 'add', '--person', 's-2');
    expect((await archive('forget', '--person', second ?? '', '--yes')).stderr).toContain('under a legal hold');
    expect(await archive('forget', '--person', 's-1', '--yes')).toMatchObject({ exitCode: 0 });
    const left = await database.transaction({ role: 'owner' }, (queries) =>
      queries.all('select sub from person where name is not null'),
    );
    expect(left).toEqual([{ sub: 's-2' }]);
    await database.close();
  });

  it('prints what retention would drop, and drops it only when it is told to', async () => {
    expect(await archive('retain')).toMatchObject({ exitCode: 0, stdout: 'nothing to drop\n' });
    expect(await archive('retain', '--text', '30', '--raw', 'forever', '--usage', '400')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        "threadline: kept from now on: text for 30 days, raw for ever, usage for 400 days; what is older goes with 'threadline archive retain'\n",
    });
  });
});

const address = 'postgres://127.0.0.1:1/none';

describe('what cannot be meant', () => {
  it.each([
    ['an action that there is not', ['tokns'], "did you mean 'tokens'"],
    ['too much', ['migrate', 'now'], "takes no argument 'now'"],
    ['no address', ['migrate'], 'wants --archive'],
    ['an address of something else', ['migrate', '--archive', 'mysql://me:secret@host/db'], 'postgres://'],
    ['no TLS to another machine', ['migrate', '--archive', 'postgres://me:secret@db.example/x?sslmode=disable'], 'TLS'],
    ['a token without a name', ['tokens', 'add', '--archive', address], 'wants a name'],
    ['an odd verb', ['tokens', 'drop', 'x', '--archive', address], 'tokens takes add, list or revoke'],
    ['no time at all', ['retain', '--text', '0', '--archive', address], '--text takes a number of days'],
    ['text for ever', ['retain', '--text', 'forever', '--archive', address], '--text takes a number of days'],
    ['nothing to forget', ['forget', '--archive', address], 'forget wants one of'],
    ['nobody to forget', ['forget', '--person', '', '--archive', address], '--person needs a value that is not empty'],
    ['two things to forget', ['forget', 'x', '--machine', 'y', '--archive', address], 'forget wants one of'],
    ['an action of this machine', ['index', '--archive', address], 'of this machine alone'],
  ])('threadline archive refuses %s', async (_name, args, message) => {
    const refused = archiveCommand.run(args, {});
    await expect(refused).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('secret') });
  });

  it.each([
    ['no archive', [], 'wants --archive'],
    ['an address that others see, in the clear', ['--archive', address, '--host', '0.0.0.0'], '--behind-proxy'],
    ['half of a certificate', ['--archive', address, '--tls-cert', 'a'], 'go together'],
    ['a port that is none', ['--archive', address, '--port', '70000'], '--port'],
  ])('threadline gateway refuses %s', async (_name, args, message) => {
    await expect(gatewayCommand.run(args, {})).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });
});
