import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fillHome } from './codex-home.ts';
import { exitCodeOf, fixture, parseLines, runCli, runShell, shellRun, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const agent = fileURLToPath(new URL('./replay-agent.mjs', import.meta.url));
const home = join(folder.path, 'home');
fillHome(home, ['0.166.0/s2-shell', '0.55.0/s8-resume-1-id']);
const NEWEST = '01a1de06-ab42-79f0-9c2d-b8851174e06f';
let noted = 0;

/** The environment of a run whose agent prints the recording and notes what it was given. */
function withAgent(recording = shellRun, env: Record<string, string> = {}) {
  noted += 1;
  const notes = join(folder.path, `notes-${noted}`);
  return {
    env: {
      CODEX_CLI_PATH: agent,
      CODEX_HOME: home,
      REPLAY_RECORDING: recording,
      REPLAY_NOTES: notes,
      TZ: 'UTC',
      ...env,
    },
    cwd: folder.path,
    given: () => parseLines(readFileSync(notes, 'utf8'))[0] ?? {},
    hasBegun: () => existsSync(notes),
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 500; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isTrue()).toBe(true);
}

function isAlive(pid: unknown): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

describe('run', () => {
  it('prints a thought once, also where the agent adds a text to the same message', async () => {
    const recording = fileURLToPath(new URL('../fixtures/claude/2.1.325/s2/stdout.jsonl', import.meta.url));
    const { stdout } = await runCli(
      ['run', 'hi', '--agent', 'claude'],
      withAgent(recording, { CLAUDE_CLI_PATH: agent }),
    );
    expect(stdout.match(/^· Run two commands\.$/gm)).toHaveLength(1);
    expect(stdout.match(/^• Running a command\.$/gm)).toHaveLength(1);
  });

  it('prints a transcript, the prompt first', async () => {
    const { stdout, stderr, exitCode } = await runCli(['run', 'List the files', '-m', 'gpt-5'], withAgent());
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^session {2}01a1de06-ab42-79f0-9c2d-b8851174e06f\nfolder {3}.*\nmodel {4}gpt-5\n─{80}\n\n/);
    expect(stdout).toContain(
      '› List the files\n\n· Listing files\n  I will run ls.\n\n• I will list the files first.\n\n$ ls\n',
    );
    expect(stdout).toMatch(
      /\n\d+\.\d s · 15,963 in \(12,288 cached\), 261 out · \$0\.0087\ncodex resume 01a1de06-[^\n]*\nthreadline run --resume last PROMPT\n$/,
    );
  });

  it('passes the options of Codex on, and the prompt by standard input', async () => {
    const run = withAgent();
    const options = ['-m', 'gpt-5', '-s', 'read-only', '-c', 'a="b c"', '-c', 'd=1', '-p', 'work', '--ephemeral'];
    const files = ['-C', '.', '-i', 'a.png,b.png', '--add-dir', 'more', '-o', 'last.txt', '--output-schema', 's.json'];
    const result = await runCli(['run', ...options, ...files, '--skip-git-repo-check', 'go on', '--json'], run);
    expect(result.stderr).toBe('');
    const { args, stdin } = run.given();
    const inFolder = (name: string) => join(folder.path, name);
    expect(stdin).toBe('go on');
    expect(args).toEqual([
      ...['exec', '--image', inFolder('a.png'), '--image', inFolder('b.png'), '--json'],
      ...['-c', 'a="b c"', '-c', 'd=1', '-m', 'gpt-5', '--profile', 'work', '-C', folder.path],
      ...['--skip-git-repo-check', '--add-dir', inFolder('more'), '--ephemeral'],
      ...['--output-last-message', inFolder('last.txt'), '-s', 'read-only', '--output-schema', inFolder('s.json'), '-'],
    ]);
  });

  it.each([
    [['--help me please'], '--help me please'],
    [['--to', 'events', '-s is what?'], '-s is what?'],
    [['--json', '--', '--help'], '--help'],
    [['--json', '--', '-'], '-'],
    [['--json', '$(id) `id` "\n'], '$(id) `id` "\n'],
    [['fix 👩‍👩‍👧', '-m', 'gpt-5'], 'fix 👩‍👩‍👧'],
    [['-c', 'key="a b"', 'one'], 'one'],
  ])('%j: the prompt arrives as it was typed', async (args, prompt) => {
    const run = withAgent();
    expect((await runCli(['run', ...args], run)).exitCode).toBe(0);
    expect(run.given().stdin).toBe(prompt);
  });

  it('- reads the prompt from standard input, of any length', async () => {
    const run = withAgent();
    const prompt = 'Fix this: 🦜 '.repeat(150_000);
    expect((await runCli(['run', '-', '--json'], { ...run, input: `${prompt}\n` })).exitCode).toBe(0);
    expect(run.given().stdin).toBe(prompt);
  });

  it('a prompt with a NUL in it is refused before anything is started', async () => {
    const run = withAgent();
    const result = await runCli(['run', '-'], { ...run, input: 'a\0b' });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('NUL') });
    expect(run.hasBegun()).toBe(false);
  });

  it('--to events, messages and ndjson write what convert writes of the same output', async () => {
    const events = parseLines((await runCli(['run', 'hi', '--to', 'events'], withAgent())).stdout);
    const stamped = parseLines((await runCli(['convert', shellRun, '--to', 'events'])).stdout);
    expect(events).toEqual(stamped.map((event) => expect.objectContaining({ type: event.type, line: event.line })));
    const messages = parseLines((await runCli(['run', 'hi', '--to', 'messages'], withAgent())).stdout);
    const converted = parseLines((await runCli(['convert', shellRun, '--to', 'messages'])).stdout);
    expect(messages[0]).toMatchObject({ id: 't1.user.1', role: 'user', content: [{ type: 'text', text: 'hi' }] });
    expect(messages.slice(1).map(({ id, content }) => ({ id, content }))).toEqual(
      converted.map(({ id, content }) => ({ id, content })),
    );
    const ndjson = parseLines((await runCli(['run', 'hi', '--to', 'ndjson'], withAgent())).stdout);
    expect(ndjson[0]).toEqual({ schema: 'threadline/1', agent: 'codex', type: 'init', session_id: NEWEST });
    expect(events[0]).toMatchObject({ schema: 'threadline/1', agent: 'codex' });
    expect(messages[0]).toMatchObject({ schema: 'threadline/1', agent: 'codex' });
    expect(ndjson.at(-1)).toMatchObject({ type: 'result', status: 'success' });
  });
});

describe('run --resume', () => {
  it('numbers the turns on from those in the session file', async () => {
    const { sessions } = JSON.parse((await runCli(['sessions', '--json'], withAgent())).stdout);
    const resumed = sessions.find(({ turns }: { turns: number }) => turns === 2);
    const run = withAgent();
    const { stdout } = await runCli(['run', 'more', '--resume', resumed.id, '--to', 'messages'], run);
    expect(run.given().args).toEqual(['exec', '--json', 'resume', resumed.id, '-']);
    expect(parseLines(stdout).map((message) => String(message.id).split('.')[0])).toEqual(Array(6).fill('t3'));
  });

  it('last is the newest session of the working folder, else of all, and goes by its id', async () => {
    const run = withAgent();
    const { stdout } = await runCli(['run', 'more', '--resume', 'last', '--to', 'messages'], run);
    expect(run.given().args).toEqual(['exec', '--json', 'resume', NEWEST, '-']);
    expect(parseLines(stdout)[0]).toMatchObject({ id: 't2.user.1' });
    const there = withAgent();
    await runCli(['run', 'more', '--resume', 'last', '-C', '/home/user/project'], there);
    // There is no such folder here, so nothing was started; but it was found.
    expect(there.hasBegun()).toBe(existsSync('/home/user/project'));
  });

  it.each([
    ['nosuch', 'no session has the id nosuch'],
    ['99', 'there is no session 99'],
    ['01a1de06-ab42-79f0-9c2d-000000000000', 'no session has the id 01a1de06-ab42-79f0-9c2d-000000000000'],
    ['lasst', "no session has the id lasst (did you mean 'last'?)"],
  ])('%s, which is no session, is exit code 4, and nothing is started', async (wanted, message) => {
    const run = withAgent();
    const result = await runCli(['run', 'more', '--resume', wanted], run);
    expect(result).toEqual({ exitCode: 4, stdout: '', stderr: `threadline: ${message}; see 'threadline sessions'\n` });
    expect(run.hasBegun()).toBe(false);
  });

  it('last without any session is exit code 4, and nothing is started', async () => {
    const run = withAgent(shellRun, { CODEX_HOME: folder.path });
    const result = await runCli(['run', 'more', '--resume', 'last'], run);
    expect(result).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.hasBegun()).toBe(false);
  });

  it.each(['1', NEWEST.slice(0, 18), `codex:${NEWEST}`])('takes what show takes: %s', async (wanted) => {
    const run = withAgent();
    await runCli(['run', 'more', '--resume', wanted, '--to', 'events'], run);
    expect(run.given().args).toEqual(['exec', '--json', 'resume', NEWEST, '-']);
  });

  it('an agent that goes on with another session than that is told, exit code 1', async () => {
    const { sessions } = JSON.parse((await runCli(['sessions', '--json'], withAgent())).stdout);
    const other = sessions.find(({ id }: { id: string }) => id !== NEWEST);
    const result = await runCli(['run', 'more', '--resume', other.id], withAgent());
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toBe(`threadline: the agent did not go on with ${other.id} but with another session\n`);
  });
});

describe('how a run ends', () => {
  it('1 when the agent failed, with its reason', async () => {
    const failed = fixture('0.166.0/s7a-http400/stdout.jsonl');
    const result = await runCli(['run', 'hi'], withAgent(failed, { REPLAY_EXIT: '1' }));
    expect(result.exitCode).toBe(1);
    // Once, and in words: not as the JSON that the service answered with.
    expect(result.stdout).toContain('\n! Invalid value: mock says no.\n');
    expect(result.stdout).toMatch(/\nfailed after \d+\.\d s\ncodex resume /);
    expect(result.stderr).toBe('');
  });

  it('1 when it took too long', async () => {
    const run = withAgent(shellRun, { REPLAY_STAYS: '1' });
    const result = await runCli(['run', 'hi', '--timeout', '1', '--to', 'messages'], run);
    expect(result).toMatchObject({ exitCode: 1, stderr: 'threadline: the agent was ended after 1 s\n' });
    expect(parseLines(result.stdout)).toHaveLength(6);
    expect(isAlive(run.given().pid)).toBe(false);
  });

  it('a result line tells scripts that the turn did not end', async () => {
    const cut = folder.write('cut.jsonl', `${readFileSync(shellRun, 'utf8').split('\n').slice(0, 4).join('\n')}\n`);
    const run = withAgent(cut, { REPLAY_STAYS: '1' });
    const result = await runCli(['run', 'hi', '--timeout', '1', '--to', 'ndjson'], run);
    expect(result.exitCode).toBe(1);
    const results = parseLines(result.stdout).filter(({ type }) => type === 'result');
    expect(results).toMatchObject([{ status: 'error', error: 'the agent was ended after 1 s' }]);
  });

  it.each([
    ['a timeout', ['--timeout', '1'], /\nstopped after \d\.\d s/],
    ['an idle timeout', ['--idle-timeout', '1'], /\nstopped after \d\.\d s/],
  ])('a footer tells how it ended and how to go on after %s', async (_, args, footer) => {
    const { stdout } = await runCli(['run', 'hi', ...args], withAgent(shellRun, { REPLAY_STAYS: '1' }));
    expect(stdout).toMatch(footer);
    expect(stdout).toMatch(/\ncodex resume 01a1de06-.*\nthreadline run --resume last PROMPT\n$/);
  });

  it('and after an interrupt', async () => {
    const child = startCli(['run', 'hi'], withAgent(shellRun, { REPLAY_STAYS: '1' }));
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    await until(() => stdout.includes('exit code 3.'));
    child.kill('SIGINT');
    expect(await exitCodeOf(child)).toBe(130);
    expect(stdout).toMatch(/\ninterrupted after \d\.\d s · 15,963 in .*\ncodex resume 01a1de06-/);
  });

  it.each([['--to', 'messages'], []])('4 when there is no Codex, and one line says how to get it %j', async (...to) => {
    const env = { PATH: '', HOME: folder.path };
    const result = await runCli(['run', 'hi', ...to], { env, cwd: folder.path });
    expect(result).toMatchObject({ exitCode: 4, stdout: '' });
    expect(result.stderr).toMatch(/^threadline: .*Install it with: npm install -g @openai\/codex.*\n$/);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the agent, then us with %i', async (signal, exitCode) => {
    const run = withAgent(shellRun, { REPLAY_STAYS: '1' });
    const child = startCli(['run', 'hi', '--to', 'messages'], run);
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    await until(() => stdout.includes('t1.text.2'));
    child.kill(signal);
    expect(await exitCodeOf(child)).toBe(exitCode);
    expect(isAlive(run.given().pid)).toBe(false);
  });

  it('a reader that closes the pipe ends the agent, which is no fault', async () => {
    const run = withAgent(shellRun, { REPLAY_STAYS: 'talking' });
    const result = await runShell('$THREADLINE run hi --json | head -1', run);
    expect(parseLines(result.stdout)).toHaveLength(1);
    expect(result.stderr).toBe('');
    await until(() => !isAlive(run.given().pid));
  });

  it('lines that cannot be read are told on stderr, and the rest is shown', async () => {
    const noisy = folder.write('noisy.jsonl', `${readFileSync(shellRun)}noise\nnull\n{"type":"turn.st`);
    const result = await runCli(['run', 'hi'], withAgent(noisy));
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toContain('the check failed with exit code 3');
    expect(result.stderr.match(/^threadline: codex:1[123]: .*\)$/gm)).toHaveLength(3);
  });
});
