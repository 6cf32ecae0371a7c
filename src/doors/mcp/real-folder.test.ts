import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { realFolder } from './real-folder.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-real-')));
afterAll(() => rmSync(place, { recursive: true, force: true }));
for (const name of ['a/sub', 'b']) mkdirSync(join(place, name), { recursive: true });
symlinkSync(join(place, 'b'), join(place, 'a', 'link'));
symlinkSync('loop', join(place, 'loop'));

describe('the folder that a path leads to', () => {
  it.each([
    ['itself', 'a/sub', 'a/sub'],
    ['dots', 'a/../b', 'b'],
    ['dots after a link', 'a/link/../a', 'a'],
    ['a link', 'a/link', 'b'],
    ['a folder that is gone', 'a/gone/deep', 'a/gone/deep'],
    ['one that is gone, below a link', 'a/link/gone', 'b/gone'],
    ['dots in a folder that is gone', 'a/gone/../../b/x', 'b/x'],
    ['dots after one that is gone, below a link', 'a/link/gone/../y', 'b/y'],
    ['a slash at the end', 'a/sub/', 'a/sub'],
    ['many slashes', 'a//sub', 'a/sub'],
    ['a link to itself', 'loop/x', 'loop/x'],
  ])('is found: %s', (_, path, expected) => {
    expect(realFolder(`${place}/${path}`)).toBe(join(place, expected));
  });

  it.each([
    ['/nowhere/a/../../b', '/b'],
    ['/', '/'],
    ['/..', '/'],
    ['', '.'],
    ['rel/../x', 'x'],
    ['C:\\work\\..\\other', 'C:\\other'],
    ['\\\\host\\share\\..\\x', '\\\\host\\share\\x'],
    ['/a\0b/../c', '/c'],
    [`/${'x/'.repeat(20_000)}../y`, undefined],
    ['/[object Object]/..', '/'],
  ])('is resolved where there is none: %j', (path, expected) => {
    const found = realFolder(path);
    expect(found.split(/[\\/]/)).not.toContain('..');
    if (expected !== undefined) expect(found).toBe(expected);
  });
});
