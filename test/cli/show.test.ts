import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillHome } from './codex-home.ts';
import { fixture, parseLines, runCli, runShell, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'home');
const [newest = ''] = fillHome(home, ['0.166.0/s2-shell', '0.145.0/s3-patch']);
const inHome = { env: { CODEX_HOME: home, TZ: 'UTC', HOME: '/home/user' } };
const ID = '01a1de06-ab42-79f0-9c2d-b8851174e06f';

const SHELL_TRANSCRIPT = `\
session  ${ID}
folder   ~/project
model    gpt-5.5 · Codex 0.166.0
begun    2026-11-15 07:05 · 1 turn
tokens   15,963 in (12,288 cached), 261 out · $0.03
resume   cd /home/user/project && codex resume ${ID}
${'─'.repeat(80)}

2026-11-15 07:05
› List the files, then run the failing check.

· Listing files
  I will run ls.

• I will list the files first.

$ ls
  README.md
  old.txt
  pixel.png
  rename-me.txt
  schema.json
  src

$ echo "to stdout"; echo "to stderr" >&2; exit 3
  to stdout
  to stderr
  failed, exit code 3

• \`ls\` worked, and the check failed with exit code 3.
`;

/** Three requests, as the mock of the recordings counts each. */
const USED = {
  requests: 3,
  input: 15963,
  cached: 12288,
  cache_write: 0,
  output: 261,
  reasoning: 192,
  total: 16224,
  cost_usd: 0.032349,
  unpriced: {},
};

describe('show', () => {
  it.each([ID, 'last', '1', newest])('shows a session by its id, its place or its path: %s', async (wanted) => {
    expect(await runCli(['show', wanted], inHome)).toEqual({ exitCode: 0, stdout: SHELL_TRANSCRIPT, stderr: '' });
  });

  it('shows diffs, moved and deleted files from the working folder', async () => {
    const { stdout } = await runCli(['show', '2'], inHome);
    expect(stdout).toContain('± write hello.txt\n  +Hello, world!\n  +Second line\n\n± delete old.txt\n');
    expect(stdout).toContain('± edit rename-me.txt → renamed.txt\n  @@ -1,2 +1,2 @@\n   line one\n  -line two\n');
    expect(stdout).toContain('  failed\n');
  });

  it('shows plans as checklists, MCP calls, web searches and agents', async () => {
    const shown = async (name: string) => (await runCli(['show', fixture(`${name}/rollout.jsonl`)], inHome)).stdout;
    expect(await shown('0.166.0/s4-plan')).toContain('≡ plan\n  [x] Read the code\n  [>] Fix the bug\n  [ ] Run');
    expect(await shown('0.166.0/s6-mcp')).toContain('◆ mcp · demo · echo héllo 👋\n  echo: héllo 👋\n');
    expect(await shown('0.166.0/s5-websearch')).toContain('◆ web search weather in Paris today\n');
    expect(await shown('0.166.0/s12-subagent')).toContain('◆ agent · spawn_agent SUBTASK: count the files\n');
  });

  it('shows what an agent printed, from a file, standard input or a pipe', async () => {
    const file = await runCli(['show', shellRun]);
    expect(file).toMatchObject({ exitCode: 0, stderr: '' });
    expect(file.stdout).toContain('$ ls\n  README.md\n');
    const body = (text: string) => text.split('─\n')[1] ?? '';
    const input = await runCli(['show', '-'], { input: readFileSync(shellRun) });
    // What comes through a pipe is not known at the beginning, so its counts stand at the end.
    expect(body(input.stdout)).toBe(`${body(file.stdout)}\n1 turn · 15,963 in (12,288 cached), 261 out\n`);
    const redirected = await runShell(`$THREADLINE show - < ${shellRun}`);
    expect(body(redirected.stdout)).toBe(body(file.stdout));
  });

  it('folds long outputs to their first and last lines, and --all shows them whole', async () => {
    const output = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
    const item = { id: 'a', type: 'command_execution', command: 'seq', aggregated_output: output, status: 'completed' };
    const path = folder.write('long.jsonl', `${JSON.stringify({ type: 'item.completed', item })}\n`);
    const folded = (await runCli(['show', path])).stdout;
    expect(folded).toContain('  line 8\n  … 88 more lines (--full shows them)\n  line 97\n');
    const whole = (await runCli(['show', path, '--all'])).stdout;
    expect(whole).toContain('  line 50\n');
    expect(whole).not.toContain('more lines');
  });

  it('--all shows the context that the CLI put in', async () => {
    const { stdout } = await runCli(['show', '--all', ID], inHome);
    expect(stdout).toContain('(put in by the CLI)\n» <environment_context>');
  });

  it('--json writes one value: the session, and its messages a line each', async () => {
    const { stdout } = await runCli(['show', '--json', ID], inHome);
    const { session, messages } = JSON.parse(stdout);
    expect(session).toEqual({
      agent: 'codex',
      changes: { added: 0, removed: 0, files: 0 },
      id: ID,
      starred: false,
      tags: [],
      note: null,
      path: newest,
      title: null,
      cwd: '/home/user/project',
      model: 'gpt-5.5',
      version: '0.166.0',
      created_at: expect.stringMatching(/^2026-11-15T07:05/),
      turns: 1,
      usage: USED,
      turn_usage: [USED],
      resume_command: `codex resume ${ID}`,
    });
    const converted = await runCli(['convert', newest, '--to', 'messages']);
    const [{ schema, agent, ...first } = {}, ...rest] = parseLines(converted.stdout);
    expect([schema, agent]).toEqual(['threadline/1', 'codex']);
    expect(messages).toEqual([first, ...rest]);
  });

  it('follows a fork to the session that it goes on from', async () => {
    const forks = join(folder.path, 'forks');
    const paths = fillHome(forks, ['0.166.0/s12-fork-1-fork']);
    const fork = paths.find((path) => readFileSync(path, 'utf8').includes('history_base')) ?? '';
    const { messages } = JSON.parse((await runCli(['show', '--json', fork], { env: { CODEX_HOME: forks } })).stdout);
    expect(messages.some(({ id }: { id: string }) => id.startsWith('p1.'))).toBe(true);
  });
});

describe('what cannot be shown gets one line', () => {
  it.each([
    ['01a1de06-0000-7000-8000-000000000000', 4, 'no session has the id 01a1de06-0000-7000-8000-000000000000'],
    ['99', 4, "there is no session 99; see 'threadline sessions'"],
    ['missing.jsonl', 4, 'missing.jsonl does not exist'],
  ])('%s: exit code %i, %s', async (wanted, exitCode, message) => {
    const result = await runCli(['show', wanted], inHome);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).toMatch(new RegExp(`^threadline: ${message}.*\n$`));
  });

  it('noise and archives: exit code 3', async () => {
    const noise = folder.write('noise.jsonl', 'Dear diary\n');
    expect(await runCli(['show', noise])).toMatchObject({
      exitCode: 3,
      stderr: `threadline: ${noise} has no line that any dialect recognises\n`,
    });
    const zip = folder.write('a.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]));
    expect(await runCli(['show', zip])).toMatchObject({
      exitCode: 3,
      stderr: `threadline: ${zip} is a zip archive; unpack it first\n`,
    });
  });

  it('an empty file is no fault', async () => {
    const empty = folder.write('empty.jsonl', '');
    expect(await runCli(['show', empty])).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('a reader that closes the pipe is no fault', async () => {
    const result = await runShell(`$THREADLINE show '${newest}' | head -1`);
    expect(result).toEqual({ exitCode: 0, stdout: `session  ${ID}\n`, stderr: '' });
  });
});

describe('show, of a session whose agents have files of their own', () => {
  const claude = fixture(
    '../claude/2.1.20/s11/session/projects/-home-user-project/d1499882-2255-4eef-be74-a7a1db99bccc.jsonl',
  );
  const gemini = fixture('../gemini/0.38.0/s11/session/tmp/project/chats/session-2026-11-15T07-36-76ef39cc.json');
  const FIRST_AGENT = `\
◆ agent · Count files · general-purpose [[sub1]] count the files
  There are 2 files.
  agentId: acc9f8e (for resuming to continue this agent's work if needed)

  › [[sub1]] count the files

  · sub thinking

  $ ls | wc -l
    2

  • There are 2 files.

◆ agent · A · general-purpose [[sub2]] first
`;

  it('nests them under the call that started them', async () => {
    const { stdout, stderr } = await runCli(['show', claude], inHome);
    expect(stderr).toBe('');
    expect(stdout).toContain(FIRST_AGENT);
    expect((await runCli(['show', claude, '--no-agents'], inHome)).stdout).not.toContain('  › [[sub1]]');
  });

  it('names them after the turn where no call is known to be theirs', async () => {
    const { stdout } = await runCli(['show', gemini], inHome);
    expect(stdout).toContain('• Agent reported.\n\n  agent: Your task is to do a deep investigation of the codebase');
    expect(stdout).toContain('  ◆ LS ~/project\n');
  });

  it('gives their messages as JSON where they are asked for, each after its call', async () => {
    const messages = async (...options: string[]) => {
      const { stdout } = await runCli(['show', claude, '--json', ...options], inHome);
      const shown: { messages: { id: string; parent?: string }[] } = JSON.parse(stdout);
      return shown.messages;
    };
    expect((await messages()).filter(({ parent }) => parent !== undefined)).toEqual([]);
    const all = await messages('--agents');
    const call = all.findIndex(({ id }) => id === 'toolu_01003yMockMockMockMockMo');
    expect(all[call + 1]).toMatchObject({ parent: 'toolu_01003yMockMockMockMockMo' });
  });
});
