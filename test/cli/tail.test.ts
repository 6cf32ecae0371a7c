import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openArchive } from '../../src/archive/index.ts';
import { exitCodeOf, fixture, parseLines, runCli, startCli } from './run-cli.ts';

const home = mkdtempSync(join(tmpdir(), 'threadline-tail-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const lines = readFileSync(fixture('0.166.0/s2-shell/rollout.jsonl'), 'utf8').split('\n').slice(0, -1);
const id = '01a1de06-ab42-79f0-9c2d-b8851174e06f';
const text = (from: number, to: number) =>
  lines
    .slice(from, to)
    .map((line) => `${line}\n`)
    .join('');

function session(name: string, count: number): { home: string; path: string } {
  const place = join(home, name);
  const path = join(place, `sessions/2026/11/15/rollout-2026-11-15T07-05-41-${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text(0, count));
  return { home: place, path };
}

/** Starts `tail`; `until` waits for what it prints, `end` interrupts it. */
function startTail(...args: string[]) {
  return startTailIn({ THREADLINE_HOME: join(home, 'data') }, ...args);
}

function startTailIn(env: Record<string, string>, ...args: string[]) {
  const child = startCli(['tail', ...args], { env });
  let stdout = '';
  let stderr = '';
  let look = () => {};
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    look();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    look();
  });
  const exitCode = exitCodeOf(child);
  return {
    until: (wanted: string) =>
      new Promise<void>((resolve, reject) => {
        look = () => (stdout + stderr).includes(wanted) && resolve();
        exitCode.then(() => reject(new Error(`ended without ${wanted}: ${stdout}${stderr}`)));
        look();
      }),
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async end(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal);
      return { exitCode: await exitCode, stdout, stderr };
    },
  };
}

describe('tail', () => {
  it('shows the last messages of a session, then what is written, until Ctrl-C', async () => {
    const { home: place, path } = session('one', 12);
    const tail = startTail('last', '-n', '1', '--home', place);
    await tail.until('• I will list the files first.');
    appendFileSync(path, text(12, 28));
    await tail.until('• `ls` worked');
    const { exitCode, stdout, stderr } = await tail.end();
    expect(exitCode).toBe(130);
    expect(stdout).toContain(`session  ${id}`);
    expect(stdout).toContain('$ ls\n');
    expect(stdout).not.toContain('› List the files');
    expect(stderr).toBe('');
  });

  it.each(['--all', 'last'])('goes on at once when the clock is set back by an hour: %s', async (which) => {
    const { home: place, path } = session(`clock-${which}`, 12);
    const preload = new URL('../fakes/clock-set-back.mjs', import.meta.url).href;
    const env = { THREADLINE_HOME: join(place, 'data'), NODE_OPTIONS: `--import=${preload}` };
    const tail = startTailIn(env, which, '--home', place, '--to', 'events');
    await tail.until(which === 'last' ? 'I will list the files first.' : 'is kept in');
    tail.signal('SIGUSR2');
    await tail.until('the clock was set back');
    appendFileSync(path, text(12, 28));
    // A new file is found by its folder within five seconds, whatever the clock on the wall says.
    await tail.until('`ls` worked');
    await tail.end();
  });

  it('writes messages or events as lines of JSON', async () => {
    const { home: place, path } = session('json', 12);
    const messages = startTail(path, '--json');
    await messages.until('I will list the files first.');
    const all = startTail('--all', '--home', place, '--to', 'events');
    await all.until('is kept in');
    appendFileSync(path, text(12, 16));
    // A session that is followed from its end on tells what comes after that was found out.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    appendFileSync(path, text(16, 28));
    await Promise.all([messages.until('`ls` worked'), all.until('turn.completed')]);
    const [first, ...others] = parseLines((await messages.end()).stdout);
    expect(first).toMatchObject({ role: 'user', tool: 'codex' });
    expect(others.length).toBeGreaterThan(4);
    const events = parseLines((await all.end('SIGTERM')).stdout);
    expect(events.at(-1)).toMatchObject({ agent: 'codex', session: id, event: { type: 'turn.completed' } });
  });

  it('tells of a file that is cut, and shows it anew', async () => {
    const { path } = session('cut', 28);
    const tail = startTail(path);
    await tail.until('`ls` worked');
    writeFileSync(path, text(0, 12));
    await tail.until('(file-reset)');
    await tail.until('session');
    const { stdout } = await tail.end();
    expect(stdout.match(/I will list the files first/g)).toHaveLength(2);
  });

  it('with --all brings the archive up to date meanwhile, and says once where it is', async () => {
    const { home: place } = session('indexed', 28);
    const env = { THREADLINE_HOME: join(home, 'own-data') };
    const tail = startTailIn(env, '--all', '--home', place);
    await tail.until('is kept in');
    await vi.waitFor(
      async () => {
        const archive = await openArchive({ folder: env.THREADLINE_HOME, readOnly: true });
        const row = await archive.getSession({ agent: 'codex', threadId: id }).finally(() => archive.close());
        expect(row?.turns).toBe(1);
      },
      { timeout: 10_000, interval: 100 },
    );
    const { exitCode, stdout, stderr } = await tail.end();
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('goes on with one line where the archive cannot be kept', async () => {
    const { home: place, path } = session('no-archive', 12);
    const file = join(home, 'in-the-way');
    writeFileSync(file, '');
    const tail = startTailIn({ THREADLINE_HOME: file }, '--all', '--home', place);
    await tail.until('the archive is not kept up to date');
    appendFileSync(path, text(12, 28));
    await tail.until('`ls` worked');
    const { exitCode, stderr } = await tail.end();
    expect(exitCode).toBe(130);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('says of a file without a line of an agent that it waits for one', async () => {
    for (const [content, said] of [
      ['', 'is empty so far'],
      ['hello\n', 'has no line that any dialect recognises so far'],
    ] as const) {
      const path = join(home, 'no-session.jsonl');
      writeFileSync(path, content);
      const tail = startTail(path);
      await tail.until(said);
      appendFileSync(path, text(0, 28));
      await tail.until('`ls` worked');
      expect((await tail.end()).exitCode).toBe(130);
    }
  });

  it('refuses what it cannot follow', async () => {
    expect(await runCli(['tail', '-'])).toMatchObject({ exitCode: 2 });
    expect(await runCli(['tail', '--all', 'last'])).toMatchObject({ exitCode: 2 });
    expect(await runCli(['tail', '--to', 'x'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('events'),
    });
    expect(await runCli(['tail', '--home', home, 'nothing'])).toMatchObject({ exitCode: 4 });
  });
});
