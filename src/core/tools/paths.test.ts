import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { plainPath, resolvePath } from './paths.ts';

describe('a path seen from a folder', () => {
  it.each([
    ['/project', 'a.md', '/project/a.md'],
    ['/project/', './src//a.md', '/project/src/a.md'],
    ['/project/sub', '../a.md', '/project/a.md'],
    ['/', 'a', '/a'],
    ['/project', '../../../a', '/a'],
    ['/project', '/else/a', '/else/a'],
    ['/project', '.', '/project'],
    ['/project', '', ''],
    [undefined, 'a', 'a'],
  ])('%j, %j is %j', (folder, path, whole) => {
    expect(resolvePath(folder, path)).toBe(whole);
  });

  it.each([
    ['C:\\proj', 'src/a.md', 'C:\\proj\\src\\a.md'],
    ['C:\\proj\\', 'a.md', 'C:\\proj\\a.md'],
    ['C:\\proj\\sub', '..\\a.md', 'C:\\proj\\a.md'],
    ['C:/proj', 'src/a.md', 'C:\\proj\\src\\a.md'],
    ['\\\\server\\share', 'a', '\\\\server\\share\\a'],
    ['C:\\proj', 'D:\\a.md', 'D:\\a.md'],
    ['/home/me', 'C:/a.md', 'C:/a.md'],
  ])('has the separators of Windows there: %j, %j is %j', (folder, path, whole) => {
    expect(resolvePath(folder, path)).toBe(whole);
  });

  it('stays as it is below a folder that no system would take', () => {
    const folder = `/${'a'.repeat(limits.maxFolderLength)}`;
    expect(resolvePath(folder, 'b')).toBe('b');
  });
});

it('a path may be written as a URL', () => {
  expect(plainPath('file:///a%20b/c')).toBe('/a b/c');
  expect(plainPath('file:///C:/a')).toBe('C:/a');
  expect(plainPath('file:///a%zz')).toBe('file:///a%zz');
});
