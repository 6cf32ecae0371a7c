import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSecret } from '../made-secrets.ts';
import { madeRepository } from './made-repository.ts';

const program = (name: string) =>
  ['first', 'second', 'third', 'fourth', 'fifth'].map((word) => `the ${word} line of ${name}\n`).join('');
const temporary = mkdtempSync(join(tmpdir(), 'threadline-clones-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

interface Line {
  line: number;
  session: { id: string } | null;
  level: string;
  why?: string;
  commit?: string | null;
  text: string;
  prompt?: string;
}
interface Answer {
  commit?: string;
  rev?: string;
  files: { path: string; lines: Line[] }[];
  read: { sessions: number; missing: number };
}

const answers = (stdout: string): Answer[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const levels = ({ files }: Answer) => files.flatMap(({ lines }) => lines.map(({ level }) => level));

describe('blame --commit', () => {
  it('tells each added line in the shape of the contract, also of the first commit', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [{ path: 'src/a.ts', write: program('a') }]);
    const commit = repository.commit({ 'src/a.ts': program('a') });
    const { stdout, exitCode, stderr } = await repository.run(['blame', '--commit', commit, '--json']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [answer] = answers(stdout);
    expect(Object.keys(answer ?? {})).toEqual(['commit', 'files', 'read']);
    expect(answer).toMatchObject({ commit, read: { sessions: 1, missing: 0 } });
    expect(answer?.files[0]?.path).toBe('src/a.ts');
    expect(answer?.files[0]?.lines[0]).toEqual({
      line: 1,
      text: 'the first line of a',
      session: { agent: 'claude', id },
      turn: 1,
      call: expect.stringMatching(/^toolu_/),
      model: 'claude-opus-5-5',
      level: 'proven',
      rule: 'equal',
    });
    expect(answer?.files[0]?.lines).toHaveLength(5);
  });

  it('a line that nobody of ours wrote has no session, and says why', async () => {
    const repository = madeRepository();
    repository.session('one', [{ path: 'a.ts', write: program('a') }]);
    repository.commit({ 'a.ts': program('a') });
    const commit = repository.commit({ 'a.ts': `${program('a')}typed by a person\n`, 'b.ts': program('b') });
    const [answer] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(answer?.files.map(({ path, lines }) => [path, lines.length])).toEqual([
      ['a.ts', 1],
      ['b.ts', 5],
    ]);
    expect(answer?.files[0]?.lines[0]).toMatchObject({
      session: null,
      level: 'unknown',
      why: 'between-sessions',
      line: 6,
    });
    expect(answer?.files[1]?.lines[0]).toMatchObject({ session: null, level: 'unknown', why: 'file-unknown' });
  });

  it('squashed, rebased, amended and picked commits are answered by their content', async () => {
    const repository = madeRepository();
    repository.commit({ README: 'x\n' });
    repository.git('checkout', '-q', '-b', 'work');
    repository.session('one', [{ path: 'a.ts', write: program('a') }]);
    const first = repository.commit({ 'a.ts': program('a') });
    repository.session('two', [{ path: 'b.ts', write: program('b') }]);
    repository.commit({ 'b.ts': program('b') });
    repository.git('commit', '-q', '--amend', '-m', 'amended');
    const amended = repository.git('rev-parse', 'HEAD');
    repository.git('checkout', '-q', 'main');
    repository.commit({ other: 'x\n' });
    repository.git('merge', '-q', '--squash', 'work');
    repository.git('commit', '-q', '-m', 'squashed');
    const squashed = repository.git('rev-parse', 'HEAD');
    repository.git('checkout', '-q', '-b', 'rebased', 'work');
    repository.git('rebase', '-q', 'main~1');
    const rebased = repository.git('rev-parse', 'HEAD');
    const input = [first, amended, squashed, rebased].join('\n');
    const { stdout } = await repository.run(['blame', '--commit', '-', '--json'], { input });
    const found = answers(stdout);
    expect(found.map(({ commit }) => commit)).toEqual([first, amended, squashed, rebased]);
    expect(found.map((answer) => levels(answer).length)).toEqual([5, 5, 10, 5]);
    expect(new Set(found.flatMap(levels))).toEqual(new Set(['proven']));
  });

  it('a merge is compared with its first parent, a rename with the old file', async () => {
    const repository = madeRepository();
    repository.commit({ 'old.ts': program('old') });
    repository.git('checkout', '-q', '-b', 'side');
    repository.session('one', [{ path: 'side.ts', write: program('side') }]);
    repository.commit({ 'side.ts': program('side') });
    repository.git('checkout', '-q', 'main');
    repository.git('mv', 'old.ts', 'new.ts');
    const renamed = repository.commit({ 'new.ts': `${program('old')}one more line, by hand\n` });
    repository.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
    const { stdout } = await repository.run(['blame', '--commit', renamed, '--commit', 'HEAD', '--json']);
    const [rename, merge] = answers(stdout);
    expect(rename?.files.map(({ path, lines }) => [path, lines.map(({ line }) => line)])).toEqual([['new.ts', [6]]]);
    expect(merge?.files[0]?.path).toBe('side.ts');
    expect(levels(merge ?? { files: [], read: { sessions: 0, missing: 0 } })).toEqual(Array(5).fill('proven'));
  });

  it.each([
    'a b.ts',
    'q"uote.ts',
    'ü 🐍.ts',
    '-option.ts',
    ':(top)x.ts',
    'tab\tin.ts',
    'back\\slash.ts',
    'new\nline.ts',
  ])('takes the path %j as it is', async (path) => {
    const repository = madeRepository();
    repository.session('one', [{ path, write: program('a') }]);
    const commit = repository.commit({ [path]: program('a') });
    const [answer] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(answer?.files.map((file) => file.path)).toEqual([path]);
    expect(levels(answer ?? { files: [], read: { sessions: 0, missing: 0 } })).toEqual(Array(5).fill('proven'));
    const file = await repository.run(['blame', '--rev', 'HEAD', '--json', '--', path]);
    expect(file.exitCode).toBe(0);
    expect(new Set(answers(file.stdout).flatMap(levels))).toEqual(new Set(['proven']));
  });

  it('line ends of Windows, on either side', async () => {
    const repository = madeRepository();
    repository.session('one', [{ path: 'a.ts', write: program('a').replaceAll('\n', '\r\n') }]);
    const commit = repository.commit({ 'a.ts': program('a').replaceAll('\n', '\r\n') });
    const [answer] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(answer?.files[0]?.lines[0]).toMatchObject({ text: 'the first line of a', level: 'proven' });
  });

  it('bare, shallow and partial clones are read, and nothing is fetched', async () => {
    const repository = madeRepository();
    repository.session('one', [
      { path: 'a.ts', write: program('a') },
      { path: 'b.ts', write: program('b') },
    ]);
    repository.commit({ 'a.ts': program('a') });
    const commit = repository.commit({ 'b.ts': program('b'), 'c.ts': program('c') });
    const gone = repository.git('rev-parse', 'HEAD:c.ts');
    const clone = (name: string, ...options: string[]) => {
      execFileSync('git', ['clone', '-q', ...options, `file://${repository.folder}`, join(temporary, name)]);
      return join(temporary, name);
    };
    const ask = async (folder: string) =>
      answers((await repository.run(['blame', '--repo', folder, '--commit', commit, '--json'])).stdout)[0]?.files ?? [];
    const proven = (files: Answer['files'], path: string) => files.find((file) => file.path === path)?.lines[0]?.level;
    expect(proven(await ask(clone('bare', '--bare')), 'b.ts')).toBe('proven');
    expect(proven(await ask(clone('shallow', '--depth', '1')), 'b.ts')).toBe('proven');
    const broken = clone('broken', '--bare', '--no-local');
    const pack = execFileSync('find', [join(broken, 'objects/pack'), '-name', '*.pack'], { encoding: 'utf8' }).trim();
    execFileSync('sh', ['-c', 'mv "$1" x.pack && git unpack-objects -q < x.pack && rm x.pack', 'sh', pack], {
      cwd: broken,
    });
    rmSync(join(broken, 'objects', gone.slice(0, 2), gone.slice(2)), { force: true });
    const files = await ask(broken);
    expect(proven(files, 'b.ts')).toBe('proven');
    expect(proven(files, 'c.ts')).toBeUndefined();
  }, 90_000);

  it('names another session that is said to have committed', async () => {
    const repository = madeRepository();
    repository.session('one', [{ path: 'a.ts', write: program('a') }]);
    const commit = repository.commit({ 'a.ts': program('a') }, 'x\n\nEntire-Session: 2026-01-05-11111111-2222');
    const [answer] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(answer?.files[0]?.lines[0]).toMatchObject({ committed_by: { id: '11111111-2222', source: 'trailer' } });
    const note = 'a.ts\n  s_1::t_1 2\n---\n{"sessions":{"s_1":{"agent_id":{"tool":"codex","id":"noted"}}}}';
    repository.git('notes', '--ref=ai', 'add', '-m', note, commit);
    const [noted] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(noted?.files[0]?.lines[1]).toMatchObject({
      committed_by: { agent: 'codex', id: 'noted', source: 'git-ai' },
    });
    repository.session('two', [
      { run: 'git commit -m x', output: `[main ${commit.slice(0, 7)}] x\n` },
      { path: 'a.ts.x', write: 'x' },
    ]);
    const [printed] = answers((await repository.run(['blame', '--commit', commit, '--json'])).stdout);
    expect(printed?.files[0]?.lines[1]).toMatchObject({
      committed_by: { id: repository.home.id('two'), source: 'output' },
    });
  });

  it('--notes is a note of git-ai that git takes, and --agent-trace a record', async () => {
    const repository = madeRepository();
    repository.session('one', [{ path: 'a b.ts', write: program('a') }]);
    const commit = repository.commit({ 'a b.ts': `${program('a')}by hand, and nobody knows\n` });
    const { stdout } = await repository.run(['blame', '--commit', 'HEAD', '--notes']);
    const [path, entry, line, facts] = stdout.split('\n');
    expect([path, line]).toEqual(['"a b.ts"', '---']);
    expect(entry).toMatch(/^ {2}s_[0-9a-f]{14}::t_[0-9a-f]{14} 1-5$/);
    const told = JSON.parse(facts ?? '');
    expect(told).toMatchObject({ schema_version: 'authorship/3.0.0', prompts: {} });
    expect(Object.values(told.sessions)).toEqual([
      {
        agent_id: { tool: 'claude', id: repository.home.id('one'), model: 'claude-opus-5-5' },
        custom_attributes: { 'threadline.level': 'derived' },
      },
    ]);
    const trace = JSON.parse((await repository.run(['blame', '--commit', 'HEAD', '--agent-trace'])).stdout);
    expect(trace).toMatchObject({ version: '0.1.0', vcs: { type: 'git', revision: commit } });
    expect(trace.files[0].conversations[0]).toMatchObject({
      url: `threadline:claude/${repository.home.id('one')}#turn=1`,
      contributor: { type: 'ai', model_id: 'anthropic/claude-opus-5-5' },
      ranges: [{ start_line: 1, end_line: 5 }],
    });
    expect(trace.metadata['dev.threadline'].unknown_lines).toBe(1);
  });
});

describe('blame FILE', () => {
  it('is the file of the work tree: committed lines by their commit, others by their words', async () => {
    const repository = madeRepository();
    const { text: secretLine, secret } = makeSecret('env-value');
    repository.session('one', [{ path: 'a.ts', write: program('a') }], `Write it with ${secretLine}`);
    const commit = repository.commit({ 'a.ts': program('a') });
    const added = program('more');
    repository.session('two', [
      { path: 'a.ts', replace: ['the fifth line of a\n', `the fifth line of a\n${added}`], before: program('a') },
    ]);
    repository.put('a.ts', `${program('a')}${added}by hand\n`);
    const { stdout } = await repository.run(['blame', 'a.ts', '--json', '--prompts']);
    const [answer] = answers(stdout);
    expect(answer).toMatchObject({ rev: 'HEAD' });
    const lines = answer?.files[0]?.lines ?? [];
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatchObject({ commit, session: { id: repository.home.id('one') }, level: 'proven' });
    expect(lines[0]?.prompt).toMatch(/^Write it with /);
    expect(stdout).not.toContain(secret);
    expect(lines[5]).toMatchObject({ commit: null, session: { id: repository.home.id('two') }, level: 'derived' });
    expect(lines[10]).toMatchObject({ commit: null, session: null, why: 'no-commit' });
    const [old] = answers((await repository.run(['blame', 'a.ts', '--rev', 'HEAD', '--json'])).stdout);
    expect(old?.files[0]?.lines).toHaveLength(5);
  });

  it('takes a line and a range, from a folder below too', async () => {
    const repository = madeRepository();
    repository.session('one', [{ path: 'src/a.ts', write: program('a') }]);
    repository.commit({ 'src/a.ts': program('a') });
    const { stdout } = await repository.run(['blame', 'a.ts:2-3', '--repo', join(repository.folder, 'src'), '--json']);
    expect(answers(stdout)[0]?.files[0]?.lines.map(({ line }) => line)).toEqual([2, 3]);
    const text = (await repository.run(['blame', 'src/a.ts:2'])).stdout;
    expect(text).toMatch(
      /src\/a\.ts\n2 {2}claude:[0-9a-f]{8} turn 1 {2}proven │ the second line of a\n1 line: 1 proven\n/,
    );
  });

  it('exits with 4 without a repository, a commit, a revision, a file or a line, and with 2 on wrong arguments', async () => {
    const repository = madeRepository();
    repository.commit({ 'a.ts': 'x\n' });
    const code = async (...args: string[]) => (await repository.run(['blame', ...args])).exitCode;
    expect(await code('a.ts', '--repo', temporary)).toBe(4);
    expect(await code('--commit', 'nothing')).toBe(4);
    expect(await code('--commit', '--all')).not.toBe(0);
    expect(await code('--range', 'x..y')).toBe(4);
    expect(await code('--range', 'HEAD..HEAD')).toBe(0);
    expect(await code('a.ts', '--rev', '--output=/tmp/x')).not.toBe(0);
    expect(await code('none.ts')).toBe(4);
    expect(await code('a.ts:99')).toBe(4);
    expect(await code()).toBe(2);
    expect(await code('a.ts', '--commit', 'HEAD')).toBe(2);
    expect(await code('a.ts', '--notes')).toBe(2);
    expect(await code('a.ts:3-1')).toBe(2);
    expect(await code('a.ts', '--min-level', 'toString')).toBe(2);
    expect(await code('a.ts')).toBe(0);
  }, 90_000);

  it('says of a repository of another user that git refuses it, not that there is none', async () => {
    const repository = madeRepository();
    const programs = mkdtempSync(join(temporary, 'bin-'));
    const said = `fatal: detected dubious ownership in repository at '${repository.folder}'`;
    writeFileSync(join(programs, 'git'), `#!/bin/sh\necho "${said}" >&2\nexit 128\n`, { mode: 0o755 });
    const { exitCode, stderr } = await repository.run(['blame', 'a.ts'], { env: { PATH: programs } });
    expect([exitCode, stderr]).toEqual([
      4,
      `threadline: git refuses the repository at ${repository.folder}: it belongs to another user, and safe.directory of git's settings does not name it\n`,
    ]);
  });

  it('a link that leads out of the work tree is not followed', async () => {
    const repository = madeRepository();
    repository.commit({ 'a.ts': 'x\n' });
    execFileSync('ln', ['-s', '/etc/passwd', join(repository.folder, 'link')]);
    const { exitCode, stdout } = await repository.run(['blame', 'link', '--json']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect((await repository.run(['blame', '../../../../etc/passwd'])).exitCode).toBe(4);
  });
});
