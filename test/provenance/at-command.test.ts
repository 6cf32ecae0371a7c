import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { madeRepository } from './made-repository.ts';

const places = mkdtempSync(join(tmpdir(), 'threadline-at-'));
afterAll(() => rmSync(places, { recursive: true, force: true }));
let number = 0;
const place = () => {
  number += 1;
  return join(places, `tree-${number}`);
};

type Made = ReturnType<typeof madeRepository>;
const ask = (made: Made, session: string, into: string, ...more: string[]) =>
  made.run(['at', session, '--into', into, '--json', ...more]);
async function manifestOf(made: Made, session: string, into: string, ...more: string[]) {
  const { exitCode: code, stdout, stderr } = await ask(made, session, into, ...more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const manifest = JSON.parse(stdout);
  expect(JSON.parse(readFileSync(join(into, 'threadline-manifest.json'), 'utf8'))).toEqual(manifest);
  return manifest;
}
const rowOf = (manifest: { files: { path: string }[] }, path: string) =>
  manifest.files.find((file) => file.path === path);
const text = (into: string, path: string) => readFileSync(join(into, path), 'utf8');

describe('threadline at', () => {
  it('writes the tree of a turn: the commit that the session made, and its changes since', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'dir/c.txt': 'three\n' });
    const hash = made.commit({ 'a.txt': 'one\nmore\n' });
    const id = made.session('work', [
      { replace: ['one\n', 'one\nmore\n'], before: 'one\n', path: 'a.txt' },
      { run: 'git commit -am x', output: `[main ${hash.slice(0, 7)}] x\n 1 file changed` },
      { replace: ['two', '\ttwo changed'], before: 'two\n', path: 'b.txt' },
      { write: 'new\r\n', path: 'new.txt' },
    ]);
    const into = place();
    const manifest = await manifestOf(made, `${id}#1`, into);
    expect(manifest).toMatchObject({
      version: 1,
      session: { agent: 'claude', id },
      turn: 1,
      anchor: { commit: hash, how: 'printed' },
    });
    expect(text(into, 'a.txt')).toBe('one\nmore\n');
    expect(text(into, 'b.txt')).toBe('\ttwo changed\n');
    expect(text(into, 'new.txt')).toBe('new\r\n');
    expect(text(into, 'dir/c.txt')).toBe('three\n');
    expect(rowOf(manifest, 'a.txt')).toMatchObject({ level: 'proven', from: 'session' });
    expect(rowOf(manifest, 'b.txt')).toMatchObject({ level: 'derived', from: 'session' });
    expect(rowOf(manifest, 'dir/c.txt')).toMatchObject({ level: 'derived', from: 'anchor' });
    expect(statSync(into).mode & 0o777).toBe(0o700);
    expect(existsSync(join(into, '.git'))).toBe(false);
  });

  it('a file that a command may have written stays as in the commit, and is written with --unsure', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const id = made.session('unsure', [
      { replace: ['one', 'changed'], before: 'one\n', path: 'a.txt' },
      { replace: ['two', 'changed'], before: 'two\n', path: 'b.txt' },
      { run: 'make' },
    ]);
    const [kept, wanted] = [place(), place()];
    expect(rowOf(await manifestOf(made, `${id}#1`, kept), 'a.txt')).toMatchObject({ level: 'unsure', from: 'anchor' });
    expect(text(kept, 'a.txt')).toBe('one\n');
    expect(rowOf(await manifestOf(made, `${id}#1`, wanted, '--unsure'), 'a.txt')).toMatchObject({
      level: 'unsure',
      from: 'session',
    });
    expect(text(wanted, 'a.txt')).toBe('changed\n');
  });

  it('a later look at a file proves what it was before, or takes the word back', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const id = made.session('ahead', [
      { replace: ['one', 'changed'], before: 'one\n', path: 'a.txt' },
      { replace: ['two', 'changed'], before: 'two\n', path: 'b.txt' },
      { run: 'make' },
    ]);
    made.turn(id, 'ahead', [
      { replace: ['changed', 'again'], before: 'changed\n', path: 'a.txt' },
      { replace: ['by make', 'again'], before: 'by make\n', path: 'b.txt' },
    ]);
    const manifest = await manifestOf(made, `${id}#1`, place());
    expect(rowOf(manifest, 'a.txt')).toMatchObject({ level: 'proven', from: 'session' });
    expect(rowOf(manifest, 'b.txt')).toMatchObject({ level: 'unsure', from: 'anchor' });
    const second = place();
    expect(rowOf(await manifestOf(made, `${id}#2`, second), 'b.txt')).toMatchObject({ level: 'derived' });
    expect(text(second, 'b.txt')).toBe('again\n');
  });

  it('writes only into an empty or absent folder that lies in no work tree', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n' });
    const id = made.session('folders', [{ write: 'x\n', path: 'b.txt' }]);
    const full = place();
    mkdirSync(full);
    writeFileSync(join(full, 'mine'), 'x');
    const link = place();
    symlinkSync(place(), link);
    const linked = place();
    symlinkSync(made.folder, linked);
    for (const into of [
      full,
      join(made.folder, 'inside'),
      join(made.folder, '.git', 'x'),
      link,
      join(linked, 'x'),
      join(place(), 'no', 'parent'),
    ]) {
      expect((await ask(made, `${id}#1`, into)).exitCode, into).toBe(4);
    }
    expect(readdirSync(full)).toEqual(['mine']);
    expect(made.git('status', '--porcelain')).toBe('');
    const empty = place();
    mkdirSync(empty, { mode: 0o755 });
    await manifestOf(made, `${id}#1`, empty);
    expect(statSync(empty).mode & 0o777).toBe(0o700);
  });

  it('no path of a session or a commit leads out of the folder, and no link', async () => {
    const made = madeRepository();
    made.put('a.txt', 'one\n');
    mkdirSync(join(made.folder, 'd'));
    made.put('d/real.txt', 'x\n');
    for (const [name, target] of [
      ['out', '/etc'],
      ['up', '../../..'],
      ['d/ok', '../a.txt'],
      ['d/top', '..'],
      ['through', 'd/top/../../x'],
    ] as const)
      symlinkSync(target, join(made.folder, name));
    made.git('add', '-A');
    made.git('commit', '-q', '--no-verify', '-m', 'x');
    const id = made.session('paths', [
      { write: 'x\n', path: '../../../../tmp/threadline-escaped' },
      { write: 'x\n', path: 'out/passwd2' },
      { write: 'x\n', path: '.git/hooks/post-checkout' },
      { write: 'x\n', path: 'sub/.GIT/config' },
      { write: 'x\n', path: '😀\u001b[31m.txt' },
      { write: 'x\n', path: `${'n'.repeat(300)}.txt` },
      { write: 'x\n', path: 'a.txt/below' },
      { write: 'mine\n', path: 'threadline-manifest.json' },
    ]);
    const into = place();
    const manifest = await manifestOf(made, `${id}#1`, into);
    expect(existsSync(join(into, '.git'))).toBe(false);
    expect(existsSync('/tmp/threadline-escaped')).toBe(false);
    expect(existsSync('/etc/passwd2')).toBe(false);
    expect(rowOf(manifest, '.git/hooks/post-checkout')).toMatchObject({ why: 'unsafe-path' });
    expect(rowOf(manifest, 'sub/.GIT/config')).toMatchObject({ why: 'unsafe-path' });
    expect(rowOf(manifest, 'out')).toMatchObject({ why: 'link-leads-outside' });
    expect(rowOf(manifest, 'up')).toMatchObject({ why: 'link-leads-outside' });
    expect(rowOf(manifest, 'through')).toMatchObject({ why: 'link-leads-outside' });
    expect(lstatSync(join(into, 'd/ok')).isSymbolicLink()).toBe(true);
    expect(text(into, '😀\u001b[31m.txt')).toBe('x\n');
    expect(rowOf(manifest, 'threadline-manifest.json')).toMatchObject({ why: 'path-taken' });
    const shown = await made.run(['at', `${id}#1`, '--into', place()]);
    expect(shown.stdout).not.toContain('\u001b[31m');
  });

  it('runs no program that the repository names', async () => {
    const made = madeRepository();
    const proof = join(places, 'ran');
    made.put('.gitattributes', '* filter=evil diff=evil\n');
    made.commit({ 'a.txt': 'one\n' });
    for (const [name, value] of [
      ['filter.evil.smudge', `touch ${proof}; cat`],
      ['filter.evil.clean', `touch ${proof}; cat`],
      ['diff.evil.textconv', `touch ${proof}; cat`],
      ['core.fsmonitor', `touch ${proof}`],
      ['core.sshCommand', `touch ${proof}`],
      ['core.hooksPath', '.git/hooks'],
    ] as const)
      made.git('config', name, value);
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'reference-transaction'])
      writeFileSync(join(made.folder, '.git/hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    const id = made.session('evil', [{ replace: ['one', 'two'], before: 'one\n', path: 'a.txt' }]);
    await manifestOf(made, `${id}#1`, place());
    const forked = await made.run(['fork', `${id}#1`, '--to', 'claude', '--into', place()]);
    expect(forked.exitCode).toBe(0);
    expect(existsSync(proof)).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)('works for a plain user, and tells a folder that is not theirs', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n' });
    const id = made.session('plain', [{ replace: ['one', 'two'], before: 'one\n', path: 'a.txt' }]);
    const own = place();
    mkdirSync(own);
    for (const folder of [made.folder, made.home.path, own]) execFileSync('chown', ['-R', '65534', folder]);
    chmodSync(places, 0o755);
    const into = join(own, 'tree');
    const as = (folder: string) => made.run(['at', `${id}#1`, '--into', folder], { uid: 65_534 });
    expect((await as(into)).exitCode).toBe(0);
    expect(text(into, 'a.txt')).toBe('two\n');
    expect(statSync(into).mode & 0o777).toBe(0o700);
    const others = place();
    mkdirSync(others);
    for (const folder of [others, join(others, 'x')]) {
      const { exitCode, stderr } = await as(folder);
      expect(exitCode).toBe(4);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('lists submodules, and files that are not in a partial clone', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n' });
    const head = made.git('rev-parse', 'HEAD');
    made.git('update-index', '--add', '--cacheinfo', `160000,${head},sub`);
    made.git('commit', '-q', '--no-verify', '-m', 'sub');
    const id = made.session('sub', [{ write: 'x\n', path: 'b.txt' }]);
    const blob = made.git('rev-parse', 'HEAD:a.txt');
    rmSync(join(made.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const into = place();
    const manifest = await manifestOf(made, `${id}#1`, into);
    expect(manifest.submodules).toEqual(['sub']);
    expect(existsSync(join(into, 'sub'))).toBe(false);
    expect(rowOf(manifest, 'a.txt')).toMatchObject({ why: 'missing' });
  });

  it.each([
    [['at', 'last', '--into', '/tmp/x'], 2],
    [['at', 'last#0', '--into', '/tmp/x'], 2],
    [['at', 'last#x', '--into', '/tmp/x'], 2],
    [['at', 'last#1'], 2],
    [['at', 'last#99', '--into', '/tmp/threadline-never'], 4],
    [['at', 'no-such-session#1', '--into', '/tmp/threadline-never'], 4],
    [['fork', 'last#1', '--into', '/tmp/x'], 2],
    [['fork', 'last#1', '--to', 'nobody', '--into', '/tmp/x'], 2],
  ])('%j ends with %i', async (args, code) => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n' });
    made.session('calls', [{ write: 'x\n', path: 'b.txt' }]);
    expect((await made.run(args)).exitCode).toBe(code);
    expect(existsSync('/tmp/threadline-never')).toBe(false);
  });
});

describe('threadline fork', () => {
  it('makes a repository with one commit, and hands the thread up to the turn over there', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n', '.gitignore': 'kept.txt\n', '.gitattributes': '*.txt text eol=crlf\n' });
    const id = made.session(
      'forked',
      [
        { replace: ['one', 'two'], before: 'one\n', path: 'a.txt' },
        { write: 'ignored\n', path: 'kept.txt' },
      ],
      'The first thing.',
    );
    made.turn(id, 'forked', [{ replace: ['two', 'three'], before: 'two\n', path: 'a.txt' }], 'The second thing.');
    const before = made.git('rev-parse', 'HEAD');
    const into = place();
    const { exitCode: code, stdout } = await made.run(['fork', `${id}#1`, '--to', 'claude', '--into', into, '--json']);
    expect(code).toBe(0);
    const { manifest, commit, handoff } = JSON.parse(stdout);
    const git = (...args: string[]) => execFileSync('git', ['-C', into, ...args], { encoding: 'utf8' }).trim();
    expect(git('rev-list', '--all')).toBe(commit);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('show', `${commit}:a.txt`)).toBe('two');
    expect(git('ls-files').split('\n')).toEqual(['.gitattributes', '.gitignore', 'a.txt', 'kept.txt']);
    expect(rowOf(manifest, 'a.txt')).toMatchObject({ level: 'proven' });
    const thread = readFileSync(handoff.path, 'utf8');
    expect(thread).toContain('The first thing.');
    expect(thread).not.toContain('The second thing.');
    expect(handoff).toMatchObject({ agent: 'claude', cwd: into, turns: { taken: 1, leftOut: 1 } });
    expect(made.git('rev-parse', 'HEAD')).toBe(before);
    expect(made.git('status', '--porcelain')).toBe('');
    expect(readdirSync(made.folder).sort()).toEqual(['.git', '.gitattributes', '.gitignore', 'a.txt']);
  });

  it('into two folders gives two threads', async () => {
    const made = madeRepository();
    made.commit({ 'a.txt': 'one\n' });
    const id = made.session('twice', [{ replace: ['one', 'two'], before: 'one\n', path: 'a.txt' }]);
    const ids = [];
    for (const into of [place(), place()]) {
      const { stdout } = await made.run(['fork', `${id}#1`, '--to', 'claude', '--into', into, '--json']);
      ids.push(JSON.parse(stdout).handoff.id);
    }
    expect(new Set(ids).size).toBe(2);
  });
});
