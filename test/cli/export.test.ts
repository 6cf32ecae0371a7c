import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeSecret } from '../made-secrets.ts';
import { writeSession } from './codex-home.ts';
import { fixture, runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const inFolder = { cwd: folder.path };
const recording = fixture('0.166.0/s2-shell/rollout.jsonl');
const id = '01a1de06-ab42-79f0-9c2d-b8851174e06f';
const secrets = ['github-token', 'jwt', 'npm'].map((rule) => makeSecret(rule));

/** A real session in which the prompt and the output of a command hold secrets. */
const session = folder.write(
  'session.jsonl',
  readFileSync(recording, 'utf8').replaceAll(/"(?:text|message|output)":"/g, (field) => {
    return `${field}${secrets.map(({ secret }) => secret).join(' ')} for acme-internal at /home `;
  }),
);
const holdsSecret = (text: string) => secrets.some(({ secret }) => text.includes(secret.slice(-12)));

describe('export', () => {
  it('writes one session to a file of its id, for its owner only, without secrets, and counts them', async () => {
    const result = await runCli(['export', session, '--to', 'messages'], inFolder);
    expect(result).toEqual({
      exitCode: 0,
      stdout: `${id}.jsonl\n`,
      stderr: 'threadline: redacted 3 secrets: github-token 1, jwt 1, npm 1\n',
    });
    const path = join(folder.path, `${id}.jsonl`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('[redacted:github-token-1] [redacted:jwt-1] [redacted:npm-1] for acme-internal');
    expect(holdsSecret(text)).toBe(false);
  });

  it('writes the lines of the agent itself, with nothing but secrets removed', async () => {
    const { stdout, exitCode } = await runCli(['export', session, '--to', 'hf', '-o', '-'], inFolder);
    expect(exitCode).toBe(0);
    expect(holdsSecret(stdout)).toBe(false);
    const own = readFileSync(recording, 'utf8').trimEnd().split('\n');
    const written = stdout.trimEnd().split('\n');
    expect(written.length).toBe(own.length);
    for (const [index, line] of own.entries()) {
      const { type, timestamp } = JSON.parse(line);
      expect(JSON.parse(written[index] ?? '')).toMatchObject({ type, timestamp });
    }
  });

  it.each([
    ['ui-messages', 'json'],
    ['openai', 'jsonl'],
    ['responses', 'json'],
    ['sts', 'jsonl'],
  ])('writes %s to a file that is named for what it holds, without secrets', async (shape, extension) => {
    const { stdout } = await runCli(['export', session, '--to', shape, '-o', `${shape}/`], inFolder);
    expect(stdout).toBe(`${shape}/${id}.${extension}\n`);
    const text = readFileSync(join(folder.path, shape, `${id}.${extension}`), 'utf8');
    expect(text).toContain('[redacted:github-token-1]');
    expect(holdsSecret(text)).toBe(false);
  });

  it('says on top of a page what the session used and cost', async () => {
    const sample = fileURLToPath(new URL('../../sample/codex', import.meta.url));
    const args = ['export', '01a1d3c2', '--home', sample, '--to', 'markdown', '-o', '-'];
    expect((await runCli(args, inFolder)).stdout).toMatch(
      /^\| Used \| 14\.\dk tokens, 66 % cached \|\n\| Cost \| \\\$0\.\d\d \|$/m,
    );
  });

  it('leaves a file that is there alone, and never writes through a link', async () => {
    const path = folder.write('there.jsonl', 'precious');
    symlinkSync('there.jsonl', join(folder.path, 'link.jsonl'));
    const to = (...output: string[]) => runCli(['export', session, '--to', 'events', '-o', ...output], inFolder);
    expect(await to('there.jsonl')).toMatchObject({
      exitCode: 4,
      stderr: 'threadline: there.jsonl is there already; --force replaces it\n',
    });
    for (const more of [[], ['--force']])
      expect(await to('link.jsonl', ...more)).toMatchObject({ exitCode: 4, stdout: '' });
    expect(readFileSync(path, 'utf8')).toBe('precious');
    expect(lstatSync(join(folder.path, 'link.jsonl')).isSymbolicLink()).toBe(true);
    expect(await to('there.jsonl', '--force')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path, 'utf8')).toContain('"thread.started"');
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('takes more to redact, and nothing that it cannot', async () => {
    const more = ['--redact-also', 'acme-[a-z]{4,20}', '--private-paths', '-o', '-'];
    const { stdout } = await runCli(['export', session, '--to', 'ndjson', ...more], {
      ...inFolder,
      env: { HOME: '/home' },
    });
    expect(stdout).toContain('[redacted:npm-1] for [redacted:also-1] at ~');
    const refused = await runCli(['export', session, '--to', 'ndjson', '--redact-also', 'acme.*'], inFolder);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain("--redact-also: cannot redact 'acme.*'");
  });

  it('redacts by rules of a file, and by the secrets of its own environment', async () => {
    const rules = folder.write('rules.json', JSON.stringify({ names: ['chunk_id'], also: ['acme-internal'] }));
    const args = ['export', session, '--to', 'ndjson', '-o', '-', '--redact-rules', rules];
    const { stdout } = await runCli(args, { ...inFolder, env: { BUILD_PASSWORD: 'rename-me.txt' } });
    expect(stdout).toContain('[redacted:npm-1] for [redacted:also-1] at');
    expect(stdout).toContain('pixel.png\\n[redacted:password-1]\\nschema.json');
  });

  it.each([
    ['{', 'not a JSON object'],
    ['[]', 'not a JSON object'],
    ['{"level": "lax"}', "it may hold also, rules, names, values, keep, not 'level'"],
    ['{"names": "x"}', "'names' is not a list"],
    ['{"names": [{"toString": 0}]}', 'cannot redact by the name'],
    ['{"rules": [{"name": "acme", "prefix": "a"}]}', 'its prefix is'],
    ['{"rules": [null]}', 'a rule is an object'],
    [undefined, 'cannot be read (ENOENT)'],
  ])('ends with 2 and one sentence where the file of rules is wrong: %s', async (text, message) => {
    const rules = text === undefined ? join(folder.path, 'none.json') : folder.write('wrong.json', text);
    const { exitCode, stdout, stderr } = await runCli(
      ['export', session, '--to', 'ndjson', '--redact-rules', rules],
      inFolder,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('leaves secrets in when told to, and then tells no count', async () => {
    const { stdout, stderr } = await runCli(['export', session, '--to', 'ndjson', '--no-redact', '-o', '-'], inFolder);
    expect(holdsSecret(stdout)).toBe(true);
    expect(stderr).toBe('');
  });

  it('writes several into a folder: a file each, those of sub-agents too, and a page that links to them', async () => {
    const home = join(folder.path, 'home');
    const parent = '01a1de09-5e47-7183-af03-5d003dbe14b4';
    const child = '01a1de09-6c47-7183-af03-5d003dbe14b5';
    const line = (type: string, payload: object) =>
      JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', type, payload });
    const thread = (own: string, prompt: string, more: object = {}) =>
      [
        line('session_meta', { id: own, timestamp: '2026-01-01T00:00:00Z', cwd: '/work/<b>', ...more }),
        line('event_msg', { type: 'user_message', message: prompt }),
        line('response_item', {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Done.' }],
        }),
      ].join('\n');
    const path = (own: string) => `sessions/2026/01/01/rollout-2026-01-01T00-00-00-${own}.jsonl`;
    writeSession(home, path(parent), thread(parent, `<script>alert(1)</script> ${secrets[0]?.secret}`), 3);
    writeSession(home, path(child), thread(child, 'helper', { parent_thread_id: parent, source: 'subagent' }), 2);
    const args = ['export', '--project', '/work/<b>', '--home', home, '--to', 'html', '-o', 'out'];
    const { exitCode, stdout, stderr } = await runCli(args, inFolder);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'threadline: redacted 1 secret: github-token 1\n' });
    const names = [`${parent}.html`, `${child}.html`, 'index.html'];
    expect(stdout).toBe(names.map((name) => `${join('out', name)}\n`).join(''));
    expect(readdirSync(join(folder.path, 'out')).sort()).toEqual([...names].sort());
    const index = readFileSync(join(folder.path, 'out/index.html'), 'utf8');
    expect(index).toContain(`href="${parent}.html"`);
    expect(index).toContain(`href="${child}.html"`);
    expect(index).toContain('&lt;script&gt;');
    expect(index).toContain("default-src 'none'");
    expect(index).not.toContain('<script');
    expect(holdsSecret(index)).toBe(false);
  });

  it('says what is missing', async () => {
    for (const [args, message] of [
      [['export', '--to', 'html'], 'say what to export'],
      [['export', 'last'], 'say what to write'],
      [['export', session, '--to', 'hmtl'], "did you mean 'html'"],
      [['export', session, session, '--to', 'events'], 'say which with -o FOLDER'],
      [['export', session, '--since', '7d', '--to', 'events'], 'name sessions, or choose them'],
    ] as const) {
      const { exitCode, stderr } = await runCli(args, inFolder);
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
    }
  });

  it('writes nothing of an input that no dialect recognises', async () => {
    const path = folder.write('other.txt', 'just words\n');
    mkdirSync(join(folder.path, 'empty'));
    const result = await runCli(['export', path, '--to', 'events', '-o', 'empty/'], inFolder);
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(existsSync(join(folder.path, 'empty/session.jsonl'))).toBe(false);
  });
});

describe('convert', () => {
  it('changes no data unless told to redact', async () => {
    const plain = await runCli(['convert', session, '--to', 'ndjson']);
    expect(holdsSecret(plain.stdout)).toBe(true);
    const { stdout, stderr } = await runCli(['convert', session, '--to', 'ndjson', '--redact']);
    expect(holdsSecret(stdout)).toBe(false);
    expect(stderr).toBe('threadline: redacted 3 secrets: github-token 1, jwt 1, npm 1\n');
  });
});
