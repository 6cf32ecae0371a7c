import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { makeSecret } from '../made-secrets.ts';
import { type FakeGateway, startFakeGateway } from './fake-gateway.ts';
import { type TemporaryHome, temporaryHome } from './temporary-home.ts';

let gateway: FakeGateway;
let place: TemporaryHome;
beforeEach(async () => {
  gateway = await startFakeGateway();
  place = temporaryHome();
  mkdirSync(place.state, { recursive: true });
});
afterEach(async () => {
  await gateway.close();
  place.remove();
});

const TOKEN = 'tl_this_is_no_token_of_anybody';
const run = (args: string[], env: Record<string, string> = { THREADLINE_TOKEN: TOKEN }) =>
  runCli([...args, '--home', place.home], { env: { THREADLINE_HOME: place.state, ...env } });

describe('push', () => {
  it('sends all and ends with 0, with the token of a file, as the machine that it is told to be', async () => {
    writeFileSync(place.session(1), '{"timestamp":"t","type":"x"}\n');
    writeFileSync(join(place.state, 'collect-token'), `${TOKEN}\n`, { mode: 0o600 });
    const result = await run(['push', '--wait', '20', '--to', gateway.url.href, '--machine', 'run-7'], {});
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect([...gateway.sources.values()].map(({ head }) => head)).toEqual([29]);
    const headers = gateway.bodies.map(String).join();
    expect(headers).toContain(`"authorization":"Bearer ${TOKEN}"`);
    expect(headers).toContain('"threadline-machine":"run-7"');
  });

  it('ends with 4 where it is not done in time, and says how much is left, never the token', async () => {
    writeFileSync(place.session(1), '{"timestamp":"t","type":"x"}\n');
    gateway.mishap = () => 'busy';
    const result = await run(['push', '--wait', '1', '--to', gateway.url.href]);
    expect(result.exitCode).toBe(4);
    expect(result.stderr).toContain('1 file with 29 bytes not sent: the gateway answered 503');
    expect(result.stderr).not.toContain(TOKEN);
  });

  it('takes out what rules of a file name, too', async () => {
    writeFileSync(place.session(1), '{"timestamp":"t","text":"acme_0123456789"}\n');
    const rules = join(place.state, 'rules.json');
    writeFileSync(rules, '{"rules": [{"name": "acme", "prefix": "acme_", "class": "0-9", "min": 8, "max": 20}]}');
    const { stdout, exitCode } = await run(['push', '--dry-run', '--redact-rules', rules], {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"timestamp":"t","text":"[redacted:acme]"}\n' });
    writeFileSync(rules, 'no');
    expect(await run(['push', '--dry-run', '--redact-rules', rules], {})).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('prints with --dry-run the very bytes that would leave, and sends nothing', async () => {
    const { secret } = makeSecret('github-token');
    writeFileSync(place.session(1), `{"timestamp":"t","text":"${secret}"}\n`);
    writeFileSync(join(place.state, 'collect.json'), JSON.stringify({ to: gateway.url.href }));
    const { stdout, stderr, exitCode } = await run(['push', '--dry-run'], {});
    expect(stdout).toBe('{"timestamp":"t","text":"[redacted:github-token]"}\n');
    expect(stderr).toMatch(/redacted {2}codex .*000001\.jsonl {2}0\+\d+ → 51 bytes/);
    expect(stderr).toContain('nothing was sent');
    expect([exitCode, gateway.requests]).toEqual([0, []]);
  });

  it('shows with --dry-run what leaves by the policy that the server told last, and that policy', async () => {
    writeFileSync(place.session(1), '{"timestamp":"t","cwd":"/work/payroll","text":"words"}\n');
    gateway.policy = {
      version: 'v1',
      modes: [{ project: 'payroll', mode: 'usage' }],
      redaction: { names: ['acme_pin'] },
    };
    const to = ['--to', gateway.url.href];
    const before = await run(['push', '--dry-run', ...to], {});
    expect([before.stdout.includes('words'), before.stderr]).toEqual([true, expect.not.stringContaining('policy')]);
    const sent = await run(['push', '--wait', '20', ...to]);
    expect([sent.exitCode, sent.stderr]).toEqual([0, expect.stringContaining('the server has another policy: ')]);
    const after = await run(['push', '--dry-run', ...to], {});
    expect(after.stdout).not.toContain('words');
    expect(after.stderr).toMatch(/the policy of the server, as it was last told: [0-9a-f]{16}\n/);
    expect(after.stderr).toContain('  usage  payroll\n');
    expect(after.stderr).toContain('  redacted  the values of acme_pin\n');
  });
});

describe('collect', () => {
  it.each([
    [['collect', '--once', '--to', 'http://example.com'], 2, 'use https, or --allow-http'],
    [['collect', '--once', '--to', 'https://me:secret@example.com'], 2, 'takes no name and no password'],
    [['collect', '--once', '--to', 'ftp://example.com'], 2, '--to takes https://'],
    [['collect', '--once'], 2, 'say where to send'],
    [['collect', 'now', '--to', 'https://example.com'], 2, "takes no argument 'now'"],
  ])('refuses %j', async (args, code, message) => {
    const result = await run(args);
    expect([result.exitCode, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(message);
  });

  it('needs a token, and settings that are right', async () => {
    const without = await run(['collect', '--once', '--to', gateway.url.href], {});
    expect([without.exitCode, without.stderr]).toEqual([4, expect.stringContaining('there is no token')]);
    writeFileSync(join(place.state, 'collect.json'), '{"mode":"off"}');
    const wrong = await run(['collect', '--once', '--to', gateway.url.href]);
    expect([wrong.exitCode, wrong.stderr]).toEqual([4, expect.stringContaining("there is no setting 'mode'")]);
  });

  it('sends once what is there, where the environment says, and gives up at once where nobody answers', async () => {
    writeFileSync(place.session(1), '{"timestamp":"t","type":"x"}\n');
    const env = { THREADLINE_TOKEN: TOKEN, THREADLINE_COLLECT_TO: gateway.url.href };
    expect((await run(['collect', '--once'], env)).exitCode).toBe(0);
    expect(gateway.sources.size).toBe(1);
    gateway.mishap = () => 'cut';
    const failed = await run(['collect', '--once'], env);
    expect([failed.exitCode, failed.stderr]).toEqual([4, expect.stringContaining('cannot be reached')]);
  });
});
