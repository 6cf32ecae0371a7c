import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepositoryFinder } from './repository-of.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-repository-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const REMOTE = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/app.git\n\tfetch = x\n';
function makeClone(name: string, config = REMOTE): string {
  const place = join(folder, name);
  mkdirSync(join(place, '.git'), { recursive: true });
  writeFileSync(join(place, '.git', 'config'), config);
  return place;
}
const find = (place: string | undefined) => createRepositoryFinder(() => 0)(place);

describe('the repository of a folder', () => {
  it('is the same for two clones, and for every folder below, also one that is gone', () => {
    expect(find(makeClone('anna/app'))).toBe('github.com/acme/app');
    const other = makeClone('bob/code', '[remote "origin"]\nurl = https://bob:x@github.com/Acme/app\n');
    expect(find(join(other, 'src/gone/deep'))).toBe('github.com/acme/app');
  });

  it('is that of origin, else of the first remote, and of no other section', () => {
    const two = '[remote "up"]\nurl = https://h.example/up\n[remote "origin"]\nurl = https://h.example/own\n';
    expect(find(makeClone('two', two))).toBe('h.example/own');
    expect(find(makeClone('one', two.slice(0, two.indexOf('[remote "origin"]'))))).toBe('h.example/up');
    expect(find(makeClone('none', '[submodule "x"]\nurl = https://h.example/sub\n'))).toBe('');
  });

  it('is that of the clone for a worktree of it', () => {
    const clone = makeClone('app');
    mkdirSync(join(clone, '.git/worktrees/w'), { recursive: true });
    writeFileSync(join(clone, '.git/worktrees/w/commondir'), '../..\n');
    mkdirSync(join(folder, 'w'));
    writeFileSync(join(folder, 'w/.git'), `gitdir: ${join(clone, '.git/worktrees/w')}\n`);
    expect(find(join(folder, 'w'))).toBe('github.com/acme/app');
  });

  it('is empty for a folder without one or with nonsense in its place, and not known of a folder that is gone', () => {
    expect(find(undefined)).toBeUndefined();
    expect(find('relative/folder')).toBeUndefined();
    expect(find(join(folder, 'nothing'))).toBeUndefined();
    expect(find(makeClone('long', `[remote "origin"]\nurl = https://h.example/${'x'.repeat(3000)}\n`))).toBe('');
    expect(find(makeClone('huge', `#${'x'.repeat(2_000_000)}\n`))).toBe('');
    mkdirSync(join(folder, 'loop'));
    symlinkSync('.git', join(folder, 'loop/.git'));
    expect(find(join(folder, 'loop'))).toBe('');
  });

  it('is looked up again after a while, since folders get remotes', () => {
    let now = 0;
    const again = createRepositoryFinder(() => now);
    const place = makeClone('app', '');
    expect(again(place)).toBe('');
    writeFileSync(join(place, '.git', 'config'), REMOTE);
    expect(again(place)).toBe('');
    now = 3_600_000;
    expect(again(place)).toBe('github.com/acme/app');
  });
});
