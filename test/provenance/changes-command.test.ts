import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { madeRepository } from './made-repository.ts';

const folder = temporaryFolder();
const old = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');

const json = (stdout: string) => JSON.parse(stdout);

describe('changes', () => {
  it('is a patch that git applies: new, changed and deleted files, odd names, no line end', async () => {
    const repository = madeRepository();
    const next = old.replace('line 5\n', 'line five\nand more\n');
    const id = repository.session('one', [
      { path: 'new file.txt', write: 'a\nb\n' },
      { path: 'dir/a.txt', replace: ['line 5\n', 'line five\nand more\n'], before: old },
      { path: 'q"uote\t.txt', write: 'no line end' },
      { path: 'tabs.go', replace: ['\tx := 1\r\n', '\tx := 2\r\n'], before: 'func f() {\r\n\tx := 1\r\n}\r\n' },
      { path: 'gone.txt', replace: ['b', 'c'], before: 'a\nb\n' },
      { run: 'rm gone.txt' },
    ]);
    const { stdout, exitCode } = await repository.run(['changes', id, '--patch']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('@@ -0,0 +1,2 @@');
    const target = join(folder.path, 'target');
    mkdirSync(join(target, 'dir'), { recursive: true });
    writeFileSync(join(target, 'dir/a.txt'), old);
    writeFileSync(join(target, 'tabs.go'), 'func f() {\r\n\tx := 1\r\n}\r\n');
    writeFileSync(join(target, 'gone.txt'), 'a\nb\n');
    execFileSync('git', ['init', '-q'], { cwd: target });
    execFileSync('git', ['apply', '-'], { cwd: target, input: stdout });
    const read = (name: string) => readFileSync(join(target, name), 'utf8');
    expect(read('new file.txt')).toBe('a\nb\n');
    expect(read('dir/a.txt')).toBe(next);
    expect(read('q"uote\t.txt')).toBe('no line end');
    expect(read('tabs.go')).toBe('func f() {\r\n\tx := 2\r\n}\r\n');
    expect(() => read('gone.txt')).toThrow();
  });

  it('an empty file that came, went or became empty is in the patch too', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: '-empty.txt', write: '' },
      { path: 'emptied.txt', write: 'a\n' },
      { path: 'emptied.txt', write: '' },
      { path: 'came and went.txt', write: '' },
      { run: "rm 'came and went.txt'" },
    ]);
    const { stdout } = await repository.run(['changes', id, '--patch']);
    const target = join(folder.path, 'empty');
    mkdirSync(target);
    execFileSync('git', ['init', '-q'], { cwd: target });
    execFileSync('git', ['apply', '-'], { cwd: target, input: stdout });
    expect(readdirSync(target).sort()).toEqual(['-empty.txt', '.git', 'emptied.txt']);
    expect(readFileSync(join(target, 'emptied.txt'), 'utf8')).toBe('');
  });

  it('tells what was committed and what was lost', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: 'a.txt', write: 'kept line\nlost line\n' },
      { path: 'b.txt', write: 'never committed\n' },
    ]);
    repository.commit({ 'a.txt': 'kept line\nof a person\n', 'c.txt': 'x\n' });
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files).toMatchObject([{ committed: 1, lost: 1 }, {}]);
    expect(files[1]).not.toHaveProperty('committed');
    const { stdout } = await repository.run(['changes', id]);
    expect(stdout).toContain('1 of 2');
    expect(stdout).toContain('1 line in no commit');
  });

  it('names, for each part of a change, the commit that has its lines first, and those that no commit has', async () => {
    const repository = madeRepository();
    repository.commit({ 'a.txt': old });
    const id = repository.session('one', [
      { path: 'a.txt', replace: ['line 1\n', 'line one\n{\nthe second of one\n'], before: old },
      { path: 'a.txt', replace: ['line 10\n', 'line ten\nnever committed\n}\n'] },
      { path: 'new.txt', write: 'all new\n' },
    ]);
    const half = old.replace('line 1\n', 'line one\n{\nthe second of one\n');
    const first = repository.commit({ 'a.txt': half });
    const second = repository.commit({ 'a.txt': `of a person\n${half.replace('line 10\n', 'line ten\n')}` });
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    const commits = files.map(({ hunks }: { hunks: { commits?: unknown[] }[] }) => hunks.map((hunk) => hunk.commits));
    expect(commits).toEqual([
      [
        [{ line: 2, count: 3, commit: first }],
        [
          { line: 13, count: 1, commit: second },
          { line: 14, count: 2, commit: null },
        ],
      ],
      // The repository has no such file.
      [undefined],
    ]);
    expect(files[0].hunks[0].origin).toMatchObject([{ line: 2, count: 3, turn: 1 }]);
  });

  it('a repository with one equal line in a file of the same name is another one', async () => {
    const repository = madeRepository();
    const lines = Array.from({ length: 9 }, (_, at) => `words of their own ${at}\n`).join('');
    const id = repository.session('one', [
      { path: 'README.md', write: `# Usage\n${lines}` },
      { path: 'src/own.ts', write: lines },
    ]);
    repository.commit({ 'README.md': '# Usage\nof another project\n' });
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files).toHaveLength(2);
    expect(files[0]).not.toHaveProperty('lost');
    expect((await repository.run(['changes', id])).stdout).not.toContain('committed');
    // The same share of the lines, in the repository that had the file as the session saw it.
    const seen = `# The one that was seen before\n${lines}`;
    repository.commit({ 'src/own.ts': seen });
    const other = repository.session('two', [
      { path: 'src/own.ts', replace: [seen, lines.replaceAll('words', 'other words')], before: seen },
    ]);
    const told = json((await repository.run(['changes', other, '--json'])).stdout);
    expect(told.files).toMatchObject([{ committed: 0, lost: 9 }]);
  });

  it('counts the net change: what was written and undone is undone', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: 'a.txt', replace: ['line 1\n', 'line one\n'], before: old },
      { path: 'a.txt', replace: ['line one\n', 'line 1\n'], before: old.replace('line 1\n', 'line one\n') },
      { path: 'b.txt', write: 'x\ny\n' },
    ]);
    const { files, commands } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files).toMatchObject([
      { path: '/elsewhere/repo/a.txt', kind: 'undone', added: 0, removed: 0 },
      { path: '/elsewhere/repo/b.txt', kind: 'added', added: 2, removed: 0, level: 'derived', base: 'nothing' },
    ]);
    expect(commands).toBe(0);
    const { stdout } = await repository.run(['changes', id]);
    expect(stdout).toContain('+2 −0 in 2 files');
  });

  it('is unsure after a command that may have written', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [{ path: 'a.txt', write: 'x\n' }, { run: 'make fmt' }]);
    const { files, commands } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files[0].level).toBe('unsure');
    expect(commands).toBe(1);
    const calm = repository.session('two', [{ path: 'a.txt', write: 'x\n' }, { run: 'git status && cat a.txt' }]);
    expect(json((await repository.run(['changes', calm, '--json'])).stdout).files[0].level).toBe('derived');
  });

  it('without a base, counts what each edit wrote and took away, as it shows them', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: 'a.txt', replace: ['old 1\nold 2\n', 'mine 1\n'] },
      { path: 'a.txt', replace: ['mine 1\n', 'mine 2\n'] },
    ]);
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files).toMatchObject([{ base: 'unknown', added: 2, removed: 3 }]);
  });

  it('without a base, shows the edits of a file that was renamed under its new name', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: 'a.txt', replace: ['old 1\n', 'mine 1\n'] },
      { run: 'mv a.txt b.txt' },
      { path: 'b.txt', replace: ['old 2\n', 'mine 2\n'] },
    ]);
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    const told = files.map(({ path, kind, added, removed }: Record<string, unknown>) => [
      String(path).split('/').at(-1),
      kind,
      added,
      removed,
    ]);
    expect(told).toEqual([
      ['a.txt', 'deleted', 0, 0],
      ['b.txt', 'changed', 2, 2],
    ]);
  });

  it('a base that nobody knows is said, and left out of the patch', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [{ path: 'a.txt', replace: ['old', 'new words'] }]);
    const { files } = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(files).toMatchObject([{ base: 'unknown', kind: 'changed' }]);
    const { stdout, stderr } = await repository.run(['changes', id, '--patch']);
    expect(stdout).toBe('');
    expect(stderr).toContain('left out: 1 file');
  });

  it('a deleted file counts the lines that the agent says it held, and one that it only edited is deleted too', async () => {
    const recording = join(import.meta.dirname, '../fixtures/codex/0.166.0/s3-patch/rollout.jsonl');
    const repository = madeRepository();
    const { stdout } = await repository.run(['changes', recording, '--json']);
    const { files } = json(stdout);
    expect(files).toContainEqual(
      expect.objectContaining({
        path: '/home/user/project/old.txt',
        kind: 'deleted',
        added: 0,
        removed: 1,
        base: 'seen',
      }),
    );
    const id = repository.session('one', [{ path: 'a.txt', replace: ['old', 'new words'] }, { run: 'rm a.txt' }]);
    const own = json((await repository.run(['changes', id, '--json'])).stdout);
    expect(own.files).toMatchObject([{ base: 'unknown', kind: 'deleted' }]);
  });

  it('--turn takes a turn that is there; wrong arguments exit with 2, no session with 4', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [{ path: 'a.txt', write: 'x\n' }]);
    expect(json((await repository.run(['changes', id, '--turn', '1', '--json'])).stdout).files).toHaveLength(1);
    expect(json((await repository.run(['changes', id, '--turn', '2', '--json'])).stdout).files).toHaveLength(0);
    const code = async (...args: string[]) => (await repository.run(['changes', ...args])).exitCode;
    expect(await code()).toBe(2);
    expect(await code(id, '--turn', '0')).toBe(2);
    expect(await code(id, '--stat', '--json')).toBe(2);
    expect(await code('nothing-of-that-name')).toBe(4);
  }, 90_000);
});
