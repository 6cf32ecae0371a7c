import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillHome } from './codex-home.ts';
import { exitCodeOf, parseLines, runCli, runShell, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'home');
const [newest = ''] = fillHome(home, ['0.166.0/s2-shell', '0.166.0/s12-subagent', '0.166.0/s12-fork-1-fork']);
const inHome = { env: { CODEX_HOME: home, TZ: 'UTC', HOME: '/home/user' }, cwd: folder.path };
const ID = '01a1de06-ab42-79f0-9c2d-b8851174e06f';

const commands = {
  show: (wanted: string) => ['show', '--json', wanted],
  convert: (wanted: string) => ['convert', wanted, '--to', 'messages'],
  check: (wanted: string) => ['check', '--json', wanted],
};

describe.each(Object.entries(commands))('%s', (_, args) => {
  it('takes a session in every form', async () => {
    const byPath = await runCli(args(newest), inHome);
    expect(byPath).toMatchObject({ exitCode: 0, stderr: '' });
    for (const wanted of ['last', '1', ID, 'codex:last', `codex:${ID}`, ID.slice(0, 18)]) {
      expect(await runCli(args(wanted), inHome), wanted).toEqual(byPath);
    }
  });

  it('says in one sentence that there is no such session', async () => {
    for (const wanted of ['', '99', 'nosuch', 'claude:1', 'x'.repeat(300), '\x1b]0;title\x07\x9b1m']) {
      const { exitCode, stderr } = await runCli(args(wanted), inHome);
      expect(exitCode, wanted).toBe(4);
      expect(stderr).toMatch(/^threadline: [ -~…]+\n$/);
    }
  });

  it.skipIf(process.platform === 'win32')('ends at a pipe that nobody writes to, and at a signal before', async () => {
    const pipe = join(folder.path, `pipe-${args('x').join('')}`);
    execFileSync('mkfifo', [pipe]);
    expect(await runCli(args(pipe))).toMatchObject({
      exitCode: 4,
      stderr: `threadline: nobody writes to the pipe ${pipe}\n`,
    });
    const child = startCli(args(pipe));
    setTimeout(() => child.kill('SIGTERM'), 500);
    // Null on a busy machine, where the signal comes before anything listens to it.
    expect([143, null]).toContain(await exitCodeOf(child));
  });
});

it.skipIf(process.platform === 'win32')('a pipe that a shell makes is read', async () => {
  const script = `mkfifo p; cat '${shellRun}' > p & $THREADLINE convert ./p --to events`;
  const piped = await runShell(script, { cwd: folder.path });
  expect(piped).toEqual(await runCli(['convert', shellRun, '--to', 'events']));
});

it('convert gives what a fork goes on from, as show does; check counts its own lines alone', async () => {
  const sessions = JSON.parse((await runCli(['sessions', '--json', '--all'], inHome)).stdout).sessions;
  const { path } = sessions.find((session: { forked_from_id: string | null }) => session.forked_from_id !== null);
  const converted = parseLines((await runCli(commands.convert(path), inHome)).stdout);
  expect(converted.some(({ id }) => String(id).startsWith('p1.'))).toBe(true);
  const [{ schema: _schema, agent: _agent, ...first } = {}, ...rest] = converted;
  expect(JSON.parse((await runCli(commands.show(path), inHome)).stdout).messages).toEqual([first, ...rest]);
  const [file] = JSON.parse((await runCli(commands.check(path), inHome)).stdout).files;
  expect(file.lines).toBe(readFileSync(path, 'utf8').split('\n').length - 1);
  const events = parseLines((await runCli(['convert', path, '--to', 'events'], inHome)).stdout);
  expect(file.events).toBe(events.filter(({ inherited }) => inherited === undefined).length);
});
