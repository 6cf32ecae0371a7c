import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readArchivedSessions } from '../../src/doors/cli/sessions/archived-sessions.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { parseLines, runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const env = { THREADLINE_HOME: join(folder, 'data'), CODEX_HOME: home.path, HOME: folder, TZ: 'UTC' };
const cli = (...args: string[]) => runCli(args, { env });

function session(number: number, ask: string, answer: string, fields: Record<string, unknown> = {}): void {
  home.write(number, codexHead(codexId(number), fields) + codexTurn(number, { ask, result: 'some output', answer }));
}

interface Listed {
  id: string;
  gone: boolean;
  turns: number;
  resume_command: string | null;
}

const listed = async (...args: string[]): Promise<Listed[]> =>
  JSON.parse((await cli('sessions', '--json', '--no-usage', ...args)).stdout).sessions;

session(1, 'first question', 'the Kettle is on', { cwd: '/work/pool' });
session(2, 'second question', 'nothing to say', { cwd: '/work/pool' });
session(3, 'third question', 'a kettle too', { cwd: '/other' });

describe('sessions whose files are gone', () => {
  it('are not there without an archive, and none is made by looking', async () => {
    expect((await listed()).map(({ gone }) => gone)).toEqual([false, false, false]);
    expect(await cli('sessions', '--grep', 'kettle')).toMatchObject({
      stdout: '',
      stderr: 'threadline: no session is like that; --all looks at archived ones and sub-agents too\n',
    });
    expect(existsSync(env.THREADLINE_HOME)).toBe(false);
  });

  it('are listed from the archive, marked and without a number, also before it is brought up to date', async () => {
    await cli('archive', 'index');
    home.remove(2);
    const before = await listed();
    await cli('archive', 'index');
    expect(await listed()).toEqual(before);
    expect(before.map(({ id, gone }) => [id, gone])).toEqual([
      [codexId(3), false],
      [codexId(2), true],
      [codexId(1), false],
    ]);
    expect(before[1]).toMatchObject({ turns: 1, resume_command: null, title: null, first_prompt: 'second question' });
    const { stdout, stderr } = await cli('sessions');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^- .* \(gone\) second question /m);
    // Numbers are what `show` takes, whatever the archive holds.
    expect(stdout).toMatch(/^2 .* first question /m);
    expect(JSON.parse((await cli('show', '2', '--json')).stdout).session.id).toBe(codexId(1));
  });

  it('keep to filters and homes', async () => {
    const ids = async (...args: string[]) => (await listed(...args)).map(({ id }) => id);
    expect(await ids('--project', '/work/pool')).toEqual([codexId(2), codexId(1)]);
    expect(await ids('--until', '2025-01-01')).toEqual([]);
    expect(await ids('--home', home.path)).toContain(codexId(2));
    const other = madeHome(join(folder, 'elsewhere'));
    expect(await ids('--home', other.path)).toEqual([]);
  });

  it('--grep looks into texts where there is an archive, and says what was searched', async () => {
    const { stdout, stderr } = await cli('sessions', '--grep', 'KETTLE');
    expect(stdout).toContain('first question');
    expect(stdout).toContain('third question');
    expect(stdout).not.toContain('second question');
    expect(stderr).toMatch(/looked at titles, first prompts and the texts of 3 sessions, as of 20\d\d-.*\n$/);
    expect((await listed('--grep', 'nothing   TO say')).map(({ gone }) => gone)).toEqual([true]);
    expect(await listed('--grep', '(kettle')).toEqual([]);
  });

  it('are exported from the archive, in every shape, and that is told', async () => {
    const written = async (to: string) => {
      const { exitCode, stdout, stderr } = await cli('export', codexId(2), '--to', to, '-o', '-');
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain('this is what the archive keeps of it');
      return stdout;
    };
    const markdown = await written('markdown');
    for (const text of ['second question', "grep -rn '2' src", 'some output', 'nothing to say', 'Codex'])
      expect(markdown).toContain(text);
    const messages = parseLines(await written('messages'));
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', [{ type: 'text', text: 'second question' }]],
      [
        'assistant',
        [
          { type: 'tool_use', id: expect.any(String), name: 'Bash', input: { command: "grep -rn '2' src" } },
          { type: 'tool_result', tool_use_id: expect.any(String), content: 'some output', is_error: false },
        ],
      ],
      ['assistant', [{ type: 'text', text: 'nothing to say' }]],
    ]);
    expect(parseLines(await written('claude')).length).toBeGreaterThan(2);
    expect(await cli('export', codexId(9), '--to', 'html')).toMatchObject({ exitCode: 4 });
  });

  it('are converted as they are exported and handed over; check, run, live and tail say why they cannot', async () => {
    const { exitCode, stdout, stderr } = await cli('convert', codexId(2), '--to', 'messages');
    expect([exitCode, stderr]).toEqual([
      0,
      'threadline: no file of the session was found: this is what the archive keeps of it\n',
    ]);
    expect(parseLines(stdout).map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
    const said = `threadline: the file of session ${codexId(2)} is gone, and `;
    expect(await cli('check', codexId(2))).toMatchObject({
      exitCode: 4,
      stderr: `${said}the archive keeps what was said, but no lines to check\n`,
    });
    for (const command of [
      ['run', 'go on', '--resume'],
      ['live', 'codex', '--resume'],
    ])
      expect(await cli(...command, codexId(2))).toMatchObject({
        exitCode: 4,
        stderr: `${said}no agent goes on without it; 'threadline handoff' writes one of what the archive keeps\n`,
      });
    expect(await cli('tail', codexId(2))).toMatchObject({
      exitCode: 4,
      stderr: `${said}nothing more is written to it\n`,
    });
    mkdirSync(join(folder, 'claude'), { recursive: true });
    const handed = await runCli(['handoff', codexId(2), '--to', 'claude', '--cwd', folder, '--json'], {
      env: { ...env, CLAUDE_CONFIG_DIR: join(folder, 'claude') },
    });
    expect(handed).toMatchObject({ exitCode: 0, stderr });
    const { path, turns, origin } = JSON.parse(handed.stdout);
    expect({ turns, origin }).toEqual({
      turns: { taken: 1, listed: 0, leftOut: 0 },
      origin: { agent: 'codex', thread_id: codexId(2), id: codexId(2) },
    });
    expect(readFileSync(path, 'utf8')).toContain('nothing to say');
    for (const command of [['check'], ['handoff', '--to', 'claude'], ['convert', '--to', 'messages']]) {
      const { stderr: unknown } = await cli(...command, codexId(9));
      expect(unknown).toMatch(/^threadline: no session [^\n]*\n$/);
    }
  });

  it('have their usage, as others have', async () => {
    const used = { input: 100, cached: 50, output: 10, requests: 1 };
    const { sessions } = JSON.parse((await cli('sessions', '--json')).stdout);
    expect(sessions.map(({ usage }: { usage: object }) => usage)).toMatchObject([used, used, used]);
    expect(sessions[0].usage).toEqual(sessions[1].usage);
    const { session: shown } = JSON.parse((await cli('show', codexId(2), '--json')).stdout);
    expect([shown.usage, shown.turn_usage]).toEqual([sessions[0].usage, null]);
    const text = (await cli('show', codexId(2))).stdout;
    expect(text).toContain(
      (await cli('show', codexId(3))).stdout.split('\n').find((line) => line.includes('$')) ?? '?',
    );
  });

  it('of an agent that is not asked for are not listed', async () => {
    expect((await listed('--agent', 'codex')).map(({ gone }) => gone)).toEqual([false, true, false]);
    expect(await listed('--agent', 'claude')).toEqual([]);
    vi.stubEnv('THREADLINE_HOME', env.THREADLINE_HOME);
    const goneOf = async (...names: string[]) =>
      (await readArchivedSessions([], { agents: names.map((name) => ({ name })) })).gone.length;
    expect([await goneOf('codex', 'gemini'), await goneOf('made-up')]).toEqual([1, 0]);
    vi.unstubAllEnvs();
  });

  it('an archive that cannot be used is one line, and the list does without it', async () => {
    const own = { ...env, THREADLINE_HOME: join(folder, 'bad') };
    await runCli(['archive', 'index'], { env: own });
    for (const end of ['-wal', '-shm']) rmSync(join(own.THREADLINE_HOME, `archive.db${end}`), { force: true });
    writeFileSync(join(own.THREADLINE_HOME, 'archive.db'), 'no database'.repeat(1000));
    const { exitCode, stdout, stderr } = await runCli(['sessions'], { env: own });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('first question');
    expect(stderr).toMatch(/^threadline: the archive cannot be used: [^\n]*\n$/);
  });
});
