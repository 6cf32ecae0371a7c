import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readTeamConfig } from '../../src/fleet/team/team-config.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { entry, exitCodeOf, runCli, startCli } from '../cli/run-cli.ts';
import { freePort, type PostgresServer, startPostgres } from '../postgres/server.ts';
import { createBrowser } from './browser.ts';
import { type Provider, startProvider } from './provider.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'threadline-team-'));
const page = readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8');
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const started = await startPostgres();
const found = 'skip' in started ? started : await startProvider(`${origin}/auth/callback`);
const server = started as PostgresServer; // Where there is none nothing below runs.
const provider = found as Provider;
const skip = 'skip' in found ? found.skip : server.programs ? false : 'there is no psql of this version';

/** A block of docs/fleet.md, as it stands there. */
function blockOf(name: string): string {
  const [, text = ''] = new RegExp(`\`\`\`(?:sh|json) ${name}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  expect(text.trim()).not.toBe('');
  return text;
}

async function runBlock(name: string, env: Record<string, string>): Promise<string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'threadline'), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 });
  const path = [bin, server.programs, process.env.PATH].join(delimiter);
  const options = { cwd: folder, env: { PATH: path, NODE_NO_WARNINGS: '1', ...env } };
  return (await run('sh', ['-eu', '-c', blockOf(name)], options)).stdout;
}

describe.skipIf(skip)('a team server by its commands, as docs/fleet.md says', () => {
  afterAll(async () => {
    if (!('skip' in found)) await provider.close();
    if (!('skip' in started)) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('is set up, logged in to, sent to and searched, each person for himself', async () => {
    const owner = await server.createDatabase();
    await runCli(['archive', 'migrate'], { env: { THREADLINE_ARCHIVE: owner } });
    await runBlock('team-role', { THREADLINE_ARCHIVE: owner });
    const config = join(folder, 'team.json');
    writeFileSync(config, blockOf('team.json').replace('https://id.example', provider.issuer));
    writeFileSync(join(folder, 'client-secret'), 'hush', { mode: 0o600 });
    expect(readTeamConfig(config).visibility).toEqual({
      usage: 'team',
      text: 'private',
      repositories: {},
      projects: {},
    });
    const rules = join(folder, 'rules.json');
    writeFileSync(rules, JSON.stringify({ ...JSON.parse(blockOf('team.json')), ...JSON.parse(blockOf('visibility')) }));
    writeFileSync(join(folder, 'client-secret'), 'hush', { mode: 0o600 });
    expect(Object.keys(readTeamConfig(rules).visibility.repositories)).toEqual([
      'github.com/acme/handbook',
      'github.com/acme/payroll',
    ]);
    expect(Object.keys(readTeamConfig(rules).visibility.projects)).toEqual(['/srv/incidents', 'job-applications']);
    provider.people.set('anna', { groups: ['group-core'] });
    provider.people.set('bob', { groups: ['group-core'] });

    const refused = await runCli(['team', '--config', config, '--public-url', origin, '--port', '0'], {
      env: { THREADLINE_ARCHIVE: owner },
    });
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('which owns nothing')]);

    const login = owner.replace(/\/\/[^@]*@/, '//threadline_server:change-me@');
    const asServer = await runCli(['team', 'people', 'list'], { env: { THREADLINE_ARCHIVE: login } });
    expect([asServer.exitCode, asServer.stderr]).toEqual([4, expect.stringContaining('for the owner of the tables')]);
    const args = ['team', '--config', config, '--public-url', origin, '--port', String(port), '--with-worker'];
    const team = startCli(args, { env: { THREADLINE_ARCHIVE: login } });
    try {
      const [address] = await once(createInterface({ input: team.stdout }), 'line');
      expect(address).toBe(origin);
      for (const person of ['anna', 'bob']) await logIn(person);
      const kept = join(folder, 'anna-own', 'logins.json');
      expect(statSync(kept).mode & 0o777).toBe(0o600);

      const home = madeHome(join(folder, 'anna'));
      home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'why a deadlock', result: 'r', answer: 'a' }));
      const sent = await runCli(['collect', '--once', '--to', origin, '--home', join(folder, 'anna')], {
        env: envOf('anna'),
      });
      expect([sent.exitCode, sent.stderr]).toEqual([0, expect.anything()]);

      await vi.waitFor(
        async () => expect(await runBlock('team-read', { ...envOf('anna'), TEAM: origin })).toContain('deadlock'),
        { timeout: 60_000, interval: 500 },
      );
      const work = await runCli(['usage', '--by', 'person,repository', '--archive', origin, '--json'], {
        env: envOf('bob'),
      });
      expect(JSON.parse(work.stdout)).toMatchObject({
        by: 'person,repository',
        rows: [{ keys: { person: 'Name of anna' }, sessions: 1 }],
        total: { sessions: 1 },
      });
      const shown = await runCli(['show', codexId(1), '--archive', origin], { env: envOf('anna') });
      expect(shown.stdout).toContain('why a deadlock');
      const found = await runCli(['search', 'deadlock', '--archive', origin], { env: envOf('bob') });
      expect([found.exitCode, found.stdout]).toEqual([1, '']);
      const listed = await runCli(['sessions', '--archive', origin, '--json'], { env: envOf('bob') });
      expect(JSON.parse(listed.stdout).sessions).toEqual([]);
      const hidden = await runCli(['show', codexId(1), '--archive', origin], { env: envOf('bob') });
      expect([hidden.exitCode, hidden.stdout]).toEqual([4, '']);

      const doctor = async (person: string, ...more: string[]) =>
        runCli(['doctor', '--archive', origin, '--home', join(folder, 'anna'), ...more], { env: envOf(person) });
      const { server: told, collector } = JSON.parse((await doctor('anna', '--json')).stdout);
      const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
      expect(told).toMatchObject({ state: 'present', kind: 'team', threadline: version, scopes: ['text', 'usage'] });
      expect(told.clock_skew_seconds).toEqual(expect.any(Number));
      expect(collector).toEqual({ state: 'present', held_files: 0, held_bytes: 0, free_bytes: expect.any(Number) });
      const examined = (await doctor('anna')).stdout;
      for (const words of ['logged in as Name of anna', 'are for operators', 'are free on the disk of its folder'])
        expect(examined).toContain(words);
      const stranger = JSON.parse((await doctor('nobody', '--json')).stdout);
      expect([stranger.server, stranger.collector.state]).toEqual([{ state: 'unusable', code: 'refused' }, 'absent']);

      const compare = async (person: string, other: string) => {
        const asked = ['compare', codexId(1), other, '--archive', origin, '--json'];
        const { exitCode, stdout, stderr } = await runCli(asked, { env: envOf(person) });
        return { exitCode, stdout, stderr: stderr.replaceAll(other, 'ID') };
      };
      const compared = await compare('anna', codexId(1));
      const { heads, counts } = JSON.parse(compared.stdout);
      expect(heads).toMatchObject([{ id: codexId(1) }, { id: codexId(1) }]);
      expect(counts).toMatchObject({ differs: 0, a: 0, b: 0 });
      expect(counts.same).toBeGreaterThan(0);
      const refusedTo = await compare('bob', codexId(1));
      expect([refusedTo.exitCode, refusedTo.stdout]).toEqual([4, '']);

      const choose = (person: string, ...more: string[]) =>
        runCli(['team', 'visibility', codexId(1), ...more, '--archive', origin], { env: envOf(person) });
      expect((await choose('bob', 'all')).exitCode).toBe(4);
      const chosen = await choose('anna', 'team', '--usage', 'all');
      expect([chosen.exitCode, chosen.stdout]).toEqual([0, `codex:${codexId(1)}: text team, usage all\n`]);
      const opened = await runCli(['show', codexId(1), '--archive', origin], { env: envOf('bob') });
      expect(opened.stdout).toContain('why a deadlock');
      const others = await choose('bob', 'private');
      expect([others.exitCode, others.stderr]).toEqual([4, expect.stringContaining('only the owner')]);
      const back = await choose('anna', 'rule');
      expect([back.exitCode, back.stdout]).toEqual([0, `codex:${codexId(1)}: by the rules\n`]);
      expect((await choose('anna', 'rule', '--usage', 'all')).exitCode).toBe(2);
      expect((await choose('anna', 'private', '--usage', 'rule')).exitCode).toBe(2);
      const again = await runCli(['show', codexId(1), '--archive', origin], { env: envOf('bob') });
      expect([again.exitCode, again.stdout]).toEqual([4, '']);
      expect((await choose('anna', 'private')).exitCode).toBe(0);
      expect((await runCli(['show', codexId(1), '--archive', origin], { env: envOf('bob') })).exitCode).toBe(4);

      const nobody = await runCli(['sessions', '--archive', origin], { env: { THREADLINE_HOME: join(folder, 'no') } });
      expect([nobody.exitCode, nobody.stderr]).toEqual([4, expect.stringContaining(`threadline login ${origin}`)]);
      const blame = await runCli(['blame', 'x', '--archive', origin], { env: envOf('anna') });
      expect(blame.exitCode).toBe(4);
      for (const name of ['at', 'fork'])
        expect((await runCli([name, 'last#1', '--archive', origin], { env: envOf('anna') })).exitCode).toBe(4);

      const asOwner = { THREADLINE_ARCHIVE: owner };
      const token = await runCli(
        ['team', 'tokens', 'add', 'ci', '--scope', 'usage', '--expires', '90d', '--public-url', origin],
        { env: asOwner },
      );
      const ci = { THREADLINE_TOKEN: token.stdout.trim(), THREADLINE_HOME: join(folder, 'ci') };
      expect((await runCli(['usage', '--archive', origin, '--json'], { env: ci })).exitCode).toBe(0);
      expect((await runCli(['sessions', '--archive', origin], { env: ci })).exitCode).toBe(4);
      const added = await runCli(['team', 'tokens', 'add', 'jobs', '--scope', 'push', '--expires', '30d'], {
        env: asOwner,
      });
      const jobs = { THREADLINE_TOKEN: added.stdout.trim(), THREADLINE_HOME: join(folder, 'jobs') };
      const push = () =>
        runCli(['push', '--wait', '20', '--to', origin, '--machine', 'run-1', '--home', join(folder, 'anna')], {
          env: jobs,
        });
      expect((await push()).exitCode).toBe(0);
      expect((await runCli(['sessions', '--archive', origin], { env: jobs })).exitCode).toBe(4);
      expect((await runCli(['usage', '--archive', origin], { env: jobs })).exitCode).toBe(4);
      const end = "update threadline.token set expires_at = now() - interval '1 second' where name = 'jobs'";
      await run(join(server.programs ?? '', 'psql'), [owner, '-c', end]);
      const late = await push();
      expect([late.exitCode, late.stderr]).toEqual([4, expect.stringContaining('does not know the token')]);
      const given = JSON.parse((await runCli(['team', 'tokens', '--json'], { env: asOwner })).stdout).tokens;
      expect(given.map(({ name, scopes }: { name: string; scopes: string[] }) => [name, scopes])).toEqual([
        ['ci', ['usage']],
        ['jobs', ['push']],
      ]);
      expect((await runCli(['team', 'tokens', 'revoke', 'jobs'], { env: asOwner })).exitCode).toBe(0);
      expect((await runCli(['team', 'people', 'revoke', 'anna'], { env: asOwner })).exitCode).toBe(0);
      expect((await runCli(['sessions', '--archive', origin], { env: envOf('anna') })).exitCode).toBe(4);
      const people = await runCli(['team', 'people', '--json'], { env: asOwner });
      expect(JSON.parse(people.stdout).people.map(({ sub }: { sub: string }) => sub)).toEqual(['anna', 'bob']);
      expect((await runCli(['archive', 'verify'], { env: asOwner })).exitCode).toBe(0);
      chmodSync(kept, 0o644);
      const open = await runCli(['sessions', '--archive', origin], { env: envOf('anna') });
      expect([open.exitCode, open.stderr]).toEqual([4, expect.stringContaining('can be read by others')]);
    } finally {
      team.kill('SIGTERM');
      await exitCodeOf(team);
    }
  }, 300_000);

  const envOf = (person: string) => ({ THREADLINE_HOME: join(folder, `${person}-own`), HOME: join(folder, person) });

  async function logIn(person: string): Promise<void> {
    const child = startCli(['login', origin, '--json', '--machine', 'laptop'], { env: envOf(person) });
    const lines = createInterface({ input: child.stdout });
    const [first] = await once(lines, 'line');
    const { address, code } = JSON.parse(first);
    const browser = createBrowser();
    expect((await browser.login(address, person)).text).toContain(code);
    await browser.post(`${origin}/auth/device/confirm`, { code });
    expect(await exitCodeOf(child)).toBe(0);
  }

  it.each([
    [['team'], 'archive postgres://'],
    [['team', '--archive', 'postgres://x@localhost/y'], 'team wants --config'],
    [['team', '--archive', 'postgres://x@localhost/y', '--config', 'x'], 'team wants --public-url'],
    [
      ['team', '--archive', 'postgres://x@localhost/y', '--config', 'x', '--public-url', 'http://team.example'],
      '--public-url',
    ],
    [
      [
        'team',
        '--archive',
        'postgres://x@localhost/y',
        '--config',
        'x',
        '--public-url',
        'https://t.example',
        '--host',
        '0.0.0.0',
      ],
      'needs --tls-cert and --tls-key, or --behind-proxy',
    ],
    [['team', 'something', '--archive', 'postgres://x@localhost/y'], "not 'something'"],
    [['team', 'visibility', 'x', 'all', '--archive', 'postgres://x@localhost/y'], 'https://HOST, a team server'],
    [['team', 'visibility', 'x', 'all'], 'https://HOST, a team server'],
    [['team', 'visibility', 'x', '--archive', 'https://t.example'], 'takes SESSION and private, team, all'],
    [['team', 'visibility', 'x', 'me', '--archive', 'https://t.example'], "not 'me'"],
    [['login'], 'login takes one URL'],
    [['login', 'http://team.example'], 'a team server is named https://HOST'],
    [['sessions', '--archive', 'http://team.example'], 'https://HOST'],
    [['sessions', '--archive', 'https://anna:x@team.example'], 'https://HOST'],
  ])('%j are wrong arguments', async (args, sentence) => {
    const { exitCode, stderr } = await runCli(args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
