import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeSession } from './codex-home.ts';
import { exitCodeOf, runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'codex');
const record = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: '2026-11-01T00:00:00Z', type, payload })}\n`;
const id = '00000000-0000-4000-8000-000000000001';
/** 35 MB that would take over 512 MB when they are parsed. */
const full = `{"timestamp":"2026-11-01T00:00:00Z","type":"event_msg","payload":{"type":"weird","a":[${'{},'.repeat(12e6)}{}]}}\n`;
/** As long a line that takes little. */
const long = record('event_msg', { type: 'user_message', message: 'A'.repeat(35e6) });
const meta = record('session_meta', { id, cwd: '/w', originator: 'x', cli_version: '1' });
const said = (text: string) => record('event_msg', { type: 'user_message', message: text });
const path = writeSession(
  home,
  `sessions/2026/11/01/rollout-2026-11-01T00-00-00-${id}.jsonl`,
  meta + said('before') + full + long + said('after'),
  1,
);
const env = {
  NODE_OPTIONS: '--max-old-space-size=512',
  CODEX_HOME: home,
  HOME: folder.path,
  THREADLINE_HOME: join(folder.path, 'data'),
};

describe('with 512 MB of heap, a line of 35 MB that holds millions of values', () => {
  it('is one problem of check, with its number, and the lines after it are read', async () => {
    const { exitCode, stdout } = await runCli(['check', path, '--json'], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ lines: 5, problems: [{ line: 3, code: 'too-large' }] }] });
  });

  it('costs sessions nothing', async () => {
    const { exitCode, stdout } = await runCli(['sessions', '--json'], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ id, first_prompt: 'before' }] });
  });

  it('is left out by collect, which sends what is around it', async () => {
    const { exitCode, stdout } = await runCli(['collect', '--dry-run'], { env });
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain('"threadline.left_out"');
    expect(lines[4]).toContain('"after"');
  });

  it('does not end serve, which indexes and shows the session', async () => {
    const child = startCli(['serve', '--port', '0'], { env });
    const ended = exitCodeOf(child);
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    await vi.waitUntil(() => stdout.includes('\n'), { timeout: 20_000 });
    const { origin, searchParams } = new URL(stdout.trim());
    const headers = { authorization: `Bearer ${searchParams.get('token')}` };
    const get = async (route: string) => (await fetch(`${origin}/api/${route}`, { headers })).json();
    await vi.waitUntil(async () => (await get('hello')).index.state === 'fresh', { timeout: 60_000, interval: 500 });
    expect(await get(`sessions/codex/${id}`)).toMatchObject({ head: { id } });
    expect(await get('search?q=after')).toMatchObject({ hits: [{}] });
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  }, 120_000);
});
