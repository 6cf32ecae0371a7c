import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillHome, writeSession } from './codex-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = join(folder.path, 'home');
fillHome(home, ['0.166.0/s2-shell', '0.166.0/s12-subagent', '0.20.0/s2-shell', '0.55.0/s8-resume-1-id']);
const inHome = { env: { CODEX_HOME: home, TZ: 'UTC', HOME: '/home/user' } };

const list = async (...args: string[]) => {
  const result = await runCli(['sessions', '--json', ...args], inHome);
  return { ...result, sessions: JSON.parse(result.stdout).sessions };
};

describe('sessions', () => {
  it('is a table of the sessions, the newest first, that fits 80 columns', async () => {
    const result = await runCli(['sessions'], { env: { ...inHome.env, COLUMNS: '80' } });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toBe(`\
#  updated     project    title                      turns  model        version
1  2025-06-01  ~/project  List the files, then run…      1  gpt-5.5      0.166.0
2  2025-06-01  ~/project  Use a helper agent for t…      1  gpt-5.5      0.166.0
3  2025-06-01  -          List the files, then run…      1  -            -
4  2025-06-01  ~/project  Say hello.                     2  gpt-5-codex  0.55.0
`);
  });

  it('--json writes the fields of the contract, and how to go on with each', async () => {
    const { sessions, exitCode } = await list('--limit', '1');
    expect(exitCode).toBe(0);
    expect(sessions).toHaveLength(1);
    const id = sessions[0].id;
    expect(sessions[0]).toEqual({
      agent: 'codex',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      path: expect.stringContaining(`-${id}.jsonl`),
      created_at: expect.stringMatching(/^2026-11-15T07:05/),
      updated_at: '2025-06-01T04:00:00.000Z',
      cwd: '/home/user/project',
      title: null,
      first_prompt: 'List the files, then run the failing check.',
      turns: 1,
      model: 'gpt-5.5',
      version: '0.166.0',
      source: 'exec',
      archived: false,
      compressed: false,
      parent_id: null,
      forked_from_id: null,
      size: 49009,
      problems: [],
      resume_command: `codex resume ${id}`,
      run_command: `threadline run --resume ${id} PROMPT`,
    });
  });

  it('--all puts what an agent started under its parent, and shows archived ones', async () => {
    const all = join(folder.path, 'all');
    fillHome(all, ['0.166.0/s12-subagent']);
    writeSession(
      all,
      'archived_sessions/rollout-2026-11-15T07-08-38-01a1de09-5e47-7183-af03-000000000001.jsonl',
      '',
      9,
    );
    const options = { env: { CODEX_HOME: all, TZ: 'UTC' } };
    expect((await runCli(['sessions'], options)).stdout.split('\n')).toHaveLength(3);
    const { stdout } = await runCli(['sessions', '--all'], options);
    expect(stdout).toMatch(/\n +2 {2}2025.* \(archived\) \(empty-file\)/);
    expect(stdout).toMatch(/\n +1 .* Use a helper agent.*\n1\.1 {2}2025.* └ SUBTASK/);
  });

  it('looks in every --home', async () => {
    const other = join(folder.path, 'other');
    fillHome(other, ['0.98.0/s2-shell']);
    const { sessions } = await list('--home', home, '--home', other);
    expect(sessions.map(({ version }: { version: string }) => version)).toContain('0.98.0');
    expect(sessions).toHaveLength(5);
  });

  it('the titles that the user gave are shown, and no name or prompt of a session breaks its row', async () => {
    const titled = join(folder.path, 'titled');
    const id = '01a1de09-5e47-7183-af03-000000000001';
    const meta = { id, timestamp: '2026-11-15T07:08:38.369Z', cwd: '/tmp', cli_version: '1\n2' };
    writeSession(
      titled,
      `sessions/rollout-2026-11-15T07-08-38-${id}.jsonl`,
      `${JSON.stringify({ timestamp: meta.timestamp, type: 'session_meta', payload: meta })}\n`,
      1,
    );
    writeSession(titled, 'session_index.jsonl', `${JSON.stringify({ id, thread_name: 'My\n\tname' })}\n`, 1);
    const { stdout } = await runCli(['sessions', '--home', titled], inHome);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).toContain('  My name ');
  });

  it('an unreadable file or a missing home is a line of stderr and exit code 4, and the others are listed', async () => {
    const missing = join(folder.path, 'missing');
    const result = await runCli(['sessions', '--home', missing, '--home', home], inHome);
    expect(result.exitCode).toBe(4);
    expect(result.stderr).toBe(`threadline: ${missing}: there is no such folder (missing-home)\n`);
    expect(result.stdout.split('\n')).toHaveLength(6);
  });

  it('says so when there are none', async () => {
    const empty = join(folder.path, 'empty');
    mkdirSync(empty);
    expect(await runCli(['sessions', '--home', empty])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'threadline: no sessions were found\n',
    });
    expect(JSON.parse((await runCli(['sessions', '--json', '--home', empty])).stdout)).toEqual({ sessions: [] });
  });

  it('a file whose line is broken is listed with what can be had', async () => {
    const broken = join(folder.path, 'broken');
    const name = 'sessions/rollout-2026-11-15T07-08-38-01a1de09-5e47-7183-af03-000000000002.jsonl';
    writeSession(broken, name, 'version https://git-lfs.github.com/spec/v1\n', 1);
    const result = await runCli(['sessions', '--home', broken], inHome);
    expect(result).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('(git-lfs-pointer)') });
    expect(result.stdout).toContain('(git-lfs-pointer)');
  });
});
