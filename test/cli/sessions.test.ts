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
  const at = async (columns: number, ...args: string[]) =>
    runCli(['sessions', ...args], { env: { ...inHome.env, COLUMNS: String(columns) } });

  it('is a table of the sessions, the newest first, that fits 80 columns', async () => {
    const result = await at(80);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toBe(`\
#  updated     agent  project    title                  model        id
1  2025-06-01  codex  ~/project  List the files, then…  gpt-5.5      01a1de06
2  2025-06-01  codex  ~/project  Use a helper agent f…  gpt-5.5      01a1de09-6c
3  2025-06-01  codex  -          List the files, then…  -            858616a5
4  2025-06-01  codex  ~/project  Say hello.             gpt-5-codex  01a1de0e
`);
  });

  it('fits 40 columns too, and every row has a number and as much of its id as can be typed', async () => {
    const { stdout } = await at(40, '--all');
    expect(stdout).toBe(`\
  #  title                   id
  1  List the files, then …  01a1de06
  2  Use a helper agent fo…  01a1de09-6c
2.1  └ SUBTASK: count the …  01a1de09-6d
  3  List the files, then …  858616a5
  4  Say hello.              01a1de0e
`);
    for (const row of stdout.trim().split('\n').slice(1)) {
      const [, number = '', id = ''] = /^ *(\S+) .* (\S+)$/.exec(row) ?? [];
      const [byNumber, byId] = [
        await runCli(['show', '--json', number], inHome),
        await runCli(['show', '--json', id], inHome),
      ];
      expect(byNumber).toMatchObject({ exitCode: 0 });
      expect(JSON.parse(byNumber.stdout).session.id.startsWith(id)).toBe(true);
      expect(byId.stdout).toBe(byNumber.stdout);
    }
  });

  it('cuts nothing where standard output is no terminal: titles and ids are whole', async () => {
    const { stdout } = await runCli(['sessions'], inHome);
    expect(stdout).toContain('  List the files, then run the failing check.  ');
    expect(stdout).toContain(' 01a1de06-ab42-79f0-9c2d-b8851174e06f\n');
  });

  it('filters change no number', async () => {
    const rows = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await at(80, ...args);
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      return stdout
        .split('\n')
        .slice(1, -1)
        .map((row) => row.trim().split(' ')[0]);
    };
    expect(await rows('--grep', 'SAY  hello')).toEqual(['4']);
    expect(await rows('--grep', 'subtask', '--all')).toEqual(['2.1']);
    expect(await rows('--project', '/home/user')).toEqual(['1', '2', '4']);
    expect(await rows('--project', 'project', '-n', '2')).toEqual(['1', '2', '…']);
    expect(await rows('--since', '2025-06-01T03:00:00Z')).toEqual(['1', '2']);
    expect(await rows('--until', '2025-06-01T03:00:00Z')).toEqual(['2', '3', '4']);
    expect(await rows('--until', '2025-06-01')).toEqual(['1', '2', '3', '4']);
    expect(await rows('--agent', 'codex')).toEqual(['1', '2', '3', '4']);
  });

  it('--tree brings what agents started under the sessions that are listed, and no others', async () => {
    const { stdout } = await at(60, '--tree');
    expect(stdout).toContain('\n  2  ');
    expect(stdout).toMatch(/\n2\.1 .*└ SUBTASK: count t/);
    const only = await at(60, '--tree', '--grep', 'say hello');
    expect(only.stdout).not.toContain('└');
  });

  it('--here is the folder that it is called in, and those below', async () => {
    const here = join(folder.path, 'here');
    const inside = join(here, 'project');
    mkdirSync(inside, { recursive: true });
    const id = '01a1de09-5e47-7183-af03-000000000001';
    const meta = { id, timestamp: '2026-11-15T07:08:38.369Z', cwd: inside };
    const line = `${JSON.stringify({ timestamp: meta.timestamp, type: 'session_meta', payload: meta })}\n`;
    writeSession(here, `sessions/rollout-2026-11-15T07-08-38-${id}.jsonl`, line, 1);
    const listed = async (cwd: string) => {
      const { stdout } = await runCli(['sessions', '--json', '--here', '--home', here], { ...inHome, cwd });
      return JSON.parse(stdout).sessions.length;
    };
    expect([await listed(here), await listed(inside), await listed(home)]).toEqual([1, 1, 0]);
  });

  it.each([
    [['--agent', 'code'], "no agent is called 'code' (did you mean 'codex'?)"],
    [['--since', 'soon'], '--since takes a time such as 2026-11-15'],
    [['--status', 'runing'], "--status takes working, waiting, failed, done, not 'runing'"],
    [['--here', '--project', 'x'], '--here and --project exclude each other'],
    [['last'], "sessions takes no argument 'last'"],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runCli(['sessions', ...args], inHome);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it('lists those with a status or of a model', async () => {
    const listed = async (...args: string[]) => {
      const { stdout } = await runCli(['sessions', '--json', '--no-usage', '--all', ...args], inHome);
      return JSON.parse(stdout).sessions;
    };
    const all = await listed();
    const statuses: string[] = all.map(({ status }: { status: string }) => status);
    for (const status of ['done', 'failed', 'working', 'waiting'])
      expect(await listed('--status', status)).toHaveLength(statuses.filter((one) => one === status).length);
    const models: (string | null)[] = all.map(({ model }: { model: string | null }) => model);
    expect(await listed('--model', 'gpt-5.5')).toHaveLength(
      models.filter((model) => model?.startsWith('gpt-5.5')).length,
    );
    expect(await listed('--model', 'gpt-5.5', '--status', 'waiting')).toEqual([]);
  });

  it('says so when nothing is like that', async () => {
    expect(await at(80, '--grep', 'nowhere')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'threadline: no session is like that; --all looks at archived ones and sub-agents too\n',
    });
  });

  it('says the same on a machine without agents and in an empty home', async () => {
    const nobody = join(folder.path, 'nobody');
    mkdirSync(nobody);
    const env = { HOME: nobody };
    const before = await runCli(['sessions'], { env });
    expect(before.exitCode).toBe(0);
    expect(before.stderr).toMatch(
      /^threadline: no sessions were found in ~\/\.codex, .*; --home DIR looks elsewhere\n$/,
    );
    mkdirSync(join(nobody, '.codex'));
    expect(await runCli(['sessions'], { env })).toEqual(before);
    expect(await runCli(['show', 'last'], { env })).toMatchObject({ exitCode: 4 });
  });

  it('--json writes the fields of the contract, and how to go on with each', async () => {
    const { sessions, exitCode } = await list('--limit', '1');
    expect(exitCode).toBe(0);
    expect(sessions).toHaveLength(1);
    const id = sessions[0].id;
    expect(sessions[0]).toEqual({
      starred: false,
      changes: null,
      tags: [],
      note: null,
      status: 'done',
      gone: false,
      copy_of: null,
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
      usage: expect.objectContaining({ requests: 3, input: 15_963 }),
      usage_with_agents: expect.objectContaining({ requests: 3, input: 15_963 }),
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
      stderr: `threadline: no sessions were found in ${empty}; --home DIR looks elsewhere\n`,
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
