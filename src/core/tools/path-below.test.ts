import { describe, expect, it } from 'vitest';
import { isBelow } from './path-below.ts';

describe('a path is below a folder', () => {
  it.each([
    ['/work/a', '/work/a'],
    ['/work/a/b', '/work/a'],
    ['/work/a', '/work/a/'],
    ['/work/a/b', '/work/a//'],
    ['/', '/'],
    ['/work', '/'],
    ['/home/🚀rocket/b', '/home/🚀rocket'],
    ['C:\\work\\a\\b', 'C:\\work\\a'],
    ['C:\\work\\a\\b', 'C:\\work\\a\\'],
    ['C:\\work', 'C:\\'],
    ['C:/work/a', 'C:/work'],
    ['C:\\work/a', 'C:\\work'],
    ['\\\\server\\share\\a', '\\\\server\\share'],
  ])('%s is in %s', (path, folder) => {
    expect(isBelow(folder)(path)).toBe(true);
  });

  it.each([
    ['/work/ab', '/work/a'],
    ['/work', '/work/a'],
    ['', '/'],
    ['/work/a\\b', '/work/a'],
    ['C:\\workshop', 'C:\\work'],
    [undefined, '/'],
  ])('%s is not in %s', (path, folder) => {
    expect(isBelow(folder)(path)).toBe(false);
  });
});
