import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillHome } from './codex-home.ts';
import { exitCodeOf, fixture, runCli, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

it.each(['0.166.0/s2-shell/stdout.jsonl', '0.166.0/s2-shell/rollout.jsonl'])(
  'show - shows what came before its input ends: %s',
  async (name) => {
    const lines = readFileSync(fixture(name), 'utf8').split('\n');
    const middle = lines.findIndex((line) => line.includes('exit 3')) + 1;
    const child = startCli(['show', '-'], { env: { TZ: 'UTC' } });
    let shown = '';
    child.stdout.on('data', (chunk) => {
      shown += chunk;
    });
    child.stdin.write(`${lines.slice(0, middle).join('\n')}\n`);
    for (let tries = 0; !shown.includes('$ ls\n') && tries < 1000; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(shown).toMatch(/^session {2}01a1de06-ab42-79f0-9c2d-b8851174e06f\n/);
    expect(shown).toContain('\n$ ls\n  README.md\n');
    expect(shown).not.toContain('exit code 3.');
    child.stdin.end(lines.slice(middle).join('\n'));
    expect(await exitCodeOf(child)).toBe(0);
    expect(shown).toMatch(/exit code 3\.\n\n1 turn · 15,963 in \(12,288 cached\), 261 out\n$/);
  },
);

it('a word of two megabytes is shown', async () => {
  const text = 'z'.repeat(2_000_000);
  const item = { id: 'a', type: 'agent_message', text };
  const path = folder.write('word.jsonl', `${JSON.stringify({ type: 'item.completed', item })}\n`);
  const piped = await runCli(['show', path]);
  expect(piped.stdout).toContain(`• ${text}\n`);
  const wrapped = await runCli(['show', path], { env: { COLUMNS: '80' } });
  expect(wrapped.stdout.match(/z/g)).toHaveLength(2_000_000);
  expect(wrapped.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('check takes a folder, a session, or nothing for all sessions', async () => {
  const home = join(folder.path, 'home');
  const paths = fillHome(home, ['0.166.0/s2-shell', '0.55.0/s8-resume-1-id']);
  folder.write('home/history.jsonl', '{"session_id":"x","ts":1,"text":"hello"}\n');
  const inHome = { env: { CODEX_HOME: home, HOME: folder.path } };
  const checked = async (...args: string[]) => {
    const { stdout, exitCode } = await runCli(['check', '--json', ...args], inHome);
    expect(exitCode).toBe(0);
    return JSON.parse(stdout).files.map(({ path }: { path: string }) => path);
  };
  expect((await checked(join(home, 'sessions'))).toSorted()).toEqual(paths.toSorted());
  expect((await checked()).toSorted()).toEqual(paths.toSorted());
  expect(await checked('last')).toEqual(paths.slice(0, 1));
  const { stdout } = await runCli(['check'], inHome);
  expect(stdout).toMatch(/^2 files, \d+ lines: 0 problems, 0 unknown kinds; \d+ fields kept as extra \(normal\)/);
});

it('--color always keeps colours in a pipe, and --color never takes them from everything', async () => {
  expect((await runCli(['show', shellRun, '--color', 'always'])).stdout).toContain('\x1b[1mls\x1b[22m');
  expect((await runCli(['show', shellRun], { env: { CLICOLOR_FORCE: '1' } })).stdout).toContain('\x1b[1mls\x1b[22m');
  const env = { FORCE_COLOR: '1' };
  expect((await runCli(['show', shellRun, '--color', 'never'], { env })).stdout).not.toContain('\x1b');
});
