import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { listEnrolments } from '../../src/fleet/team/enrolments.ts';
import { readPushTokens, writeLogin, writePushTokens } from '../../src/fleet/team/logins.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTeamWithLogins, type TeamWithLogins } from './team-with-logins.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-enrol-'));
const found = await startTeamWithLogins();
const team = found as TeamWithLogins; // Where there is none nothing below runs.
const { archive, origin } = team;

const operate = (...args: string[]) =>
  runCli(['team', 'enrol', ...args, '--tenant', archive.tenantName], { env: { THREADLINE_ARCHIVE: archive.url } });
const own = (laptop: string) => join(folder, laptop);
const envOf = (laptop: string, more: Record<string, string> = {}) => ({ THREADLINE_HOME: own(laptop), ...more });
const login = (laptop: string, args: string[], more?: { input?: string; env?: Record<string, string> }) =>
  runCli(['login', origin, '--machine', laptop, ...args], { ...more, env: envOf(laptop, more?.env) });
const rotate = (laptop: string, ...args: string[]) =>
  runCli(['login', origin, '--rotate', ...args], { env: envOf(laptop) });
const collect = (laptop: string) =>
  runCli(['collect', '--once', '--to', origin, '--home', join(folder, 'codex')], { env: envOf(laptop) });
const usedOf = async (wanted: string) =>
  (await listEnrolments(archive.database, archive.tenant)).find(({ name }) => name === wanted)?.used;

describe.skipIf('skip' in found)('a fleet that is enrolled by commands', () => {
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (!('skip' in found)) await team.close();
  }, 60_000);

  it('gets its tokens by one code, sends by them, and replaces them', async () => {
    const made = await operate('add', 'fleet', '--uses', '3', '--expires', '30d');
    expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('shown once')]);
    const code = made.stdout.trim();
    expect(made.stdout).toMatch(/^tl_[\w-]{43}\n$/);
    const file = join(folder, 'code');
    writeFileSync(file, made.stdout, { mode: 0o600 });

    const first = await login('one', ['--code-file', file, '--json']);
    expect([first.exitCode, JSON.parse(first.stdout)]).toEqual([0, { enrolled: origin, state: 'enrolled' }]);
    expect(statSync(join(own('one'), 'logins.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(own('one'), 'logins.json'), 'utf8')).not.toContain(code);
    // A script that runs at each start takes no further use.
    const again = await login('one', ['--code-file', file, '--json']);
    expect([JSON.parse(again.stdout).state, await usedOf('fleet')]).toEqual(['known', 1]);
    expect((await login('two', ['--code-file', '-'], { input: `${code}\n` })).exitCode).toBe(0);
    expect((await login('three', [], { env: { THREADLINE_ENROL_CODE: code } })).exitCode).toBe(0);
    const late = await login('four', ['--code-file', file]);
    expect([late.exitCode, late.stderr]).toEqual([4, expect.stringContaining('the code does not count')]);

    madeHome(join(folder, 'codex')).write(
      1,
      codexHead(codexId(1)) + codexTurn(1, { ask: 'a', result: 'r', answer: 'b' }),
    );
    expect((await collect('one')).exitCode).toBe(0);
    const [before] = readPushTokens(origin, own('one'));
    const turned = await rotate('one', '--json');
    expect([turned.exitCode, JSON.parse(turned.stdout)]).toEqual([0, { rotated: origin }]);
    const tokens = readPushTokens(origin, own('one'));
    expect([tokens.length, tokens[0] === before]).toEqual([1, false]);
    expect((await collect('one')).exitCode).toBe(0);
    const machines = await team.asOwner("select name, person_id from machine where name like 'one+%'");
    expect(machines).toEqual([{ name: expect.stringMatching(/^one\+fleet\.\d+$/), person_id: null }]);
    // It reads nothing.
    const read = await runCli(['sessions', '--archive', origin], { env: envOf('one') });
    expect([read.exitCode, read.stderr]).toEqual([4, expect.stringContaining('threadline login')]);

    const listed = JSON.parse((await operate('list', '--json')).stdout).codes;
    expect(listed).toEqual([{ name: 'fleet', uses: 3, used: 3, expires_at: expect.any(String), revoked_at: null }]);
    expect((await operate()).stdout).toContain('3 of 3');
    const ended = await operate('revoke', 'fleet', '--machines');
    expect([ended.exitCode, ended.stderr]).toEqual([0, expect.stringContaining('3 machines')]);
    const refused = await collect('two');
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('does not know the token')]);
    expect((await rotate('two')).exitCode).toBe(4);
    expect((await operate('revoke', 'fleet')).exitCode).toBe(4);
  }, 300_000);

  it('replaces a token although the answer to an earlier try was lost', async () => {
    const { push_token: token = '' } = await team.logIn('anna', { machine: 'five' });
    const next = createToken();
    writePushTokens(origin, [token, next], own('five'));
    expect((await team.post('/auth/rotate', { next: tokenDigest(next).toString('hex') }, token)).status).toBe(200);
    // Until then it sends by the one that counts.
    expect((await collect('five')).exitCode).toBe(0);
    expect((await rotate('five')).exitCode).toBe(0);
    expect(readPushTokens(origin, own('five'))).toEqual([next]);
  });

  it('sends on while it runs, when its token is replaced', async () => {
    const { push_token: token = '' } = await team.logIn('anna', { machine: 'six' });
    writePushTokens(origin, [token], own('six'));
    const laterTokens = () => readPushTokens(origin, own('six'));
    const gateway = createHttpGateway({ url: new URL(origin), token, laterTokens });
    const isTaken = async () => (await gateway.open([])).kind === 'heads';
    expect(await isTaken()).toBe(true);
    expect((await rotate('six')).exitCode).toBe(0);
    expect(await isTaken()).toBe(true);
    writePushTokens(origin, [createToken()], own('six'));
    await team.asOwner("update token set revoked_at = now() where name like 'six+%'");
    await expect(isTaken()).rejects.toThrow('does not know the token');
    gateway.close();
  });

  it('keeps the token of a machine when a login is renewed, and for no other server', () => {
    const place = own('seven');
    writePushTokens(origin, ['tl_push', 'tl_next'], place);
    writeLogin(origin, { token: 'tl_read', expiresAt: 0, renewal: undefined }, place);
    expect(readPushTokens(origin, place)).toEqual(['tl_push', 'tl_next']);
    writeLogin(origin, { token: 'tl_read', expiresAt: 0, renewal: undefined, pushToken: 'tl_new' }, place);
    expect(readPushTokens(origin, place)).toEqual(['tl_new']);
    expect(readPushTokens('https://other.example', place)).toEqual([]);
  });

  it('takes no code from a file that others can read, that is not there, or that holds none', async () => {
    const file = join(folder, 'open');
    writeFileSync(file, createToken());
    chmodSync(file, 0o644);
    const open = await login('eight', ['--code-file', file]);
    expect([open.exitCode, open.stderr]).toEqual([4, expect.stringContaining('can be read by others')]);
    expect((await login('eight', ['--code-file', join(folder, 'nowhere')])).exitCode).toBe(4);
    expect((await login('eight', ['--code-file', '-'], { input: '' })).exitCode).toBe(4);
    const none = await rotate('eight');
    expect([none.exitCode, none.stderr]).toEqual([4, expect.stringContaining('has no token')]);
  });

  it.each([
    [['team', 'enrol', 'add', 'x', '--expires', '30d'], 'wants --uses'],
    [['team', 'enrol', 'add', 'x', '--uses', '0', '--expires', '30d'], '--uses takes'],
    [['team', 'enrol', 'add', 'x', '--uses', '1e3', '--expires', '30d'], 'wants --uses'],
    [['team', 'enrol', 'add', 'x', '--uses', '5'], 'wants --expires'],
    [['team', 'enrol', 'add', 'x', '--uses', '5', '--expires', '0d'], 'wants --expires'],
    [['team', 'enrol', 'add', '7', '--uses', '5', '--expires', '1d'], 'the name of a code'],
    [['team', 'enrol', 'add'], 'enrol add wants one name'],
    [['team', 'enrol', 'take', 'x'], "not 'take'"],
    [['login', 'https://team.example', '--rotate', '--code-file', 'x'], '--rotate takes no --code-file'],
    [['login', 'https://team.example', '--code-file', 'x', '--machine', 'a b'], '--machine takes'],
  ])('%j are wrong arguments', async (args, sentence) => {
    const { exitCode, stderr } = await runCli(args, { env: { THREADLINE_ARCHIVE: archive.url } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
