import { describe, expect, it } from 'vitest';
import { findRoots } from './roots.ts';

const repository = new Set(['README.md', 'src/a.ts', 'src/b.ts', 'docs/x.md']);
const roots = (...edited: string[]) => findRoots(edited, (path) => repository.has(path));

describe('the folders in which sessions had a repository', () => {
  it('are found by the paths that they edited, on any machine', () => {
    const relative = roots('/home/one/repo/src/a.ts', '/home/one/repo/src/b.ts', '/w/src/a.ts', '/w/docs/x.md');
    expect(relative('/home/one/repo/src/a.ts')).toBe('src/a.ts');
    expect(relative('/w/src/new.ts')).toBe('src/new.ts');
    expect(relative('/home/one/repo/never/committed.ts')).toBe('never/committed.ts');
  });

  it('the inner one counts where one lies in another', () => {
    const relative = roots('/r/src/a.ts', '/r/src/b.ts', '/r/tree/src/a.ts', '/r/tree/src/b.ts');
    expect(relative('/r/tree/src/c.ts')).toBe('src/c.ts');
    expect(relative('/r/src/c.ts')).toBe('src/c.ts');
  });

  it('a folder of the repository is none, even if it has files of the same names as the top', () => {
    const relative = roots('/r/src/a.ts', '/r/src/b.ts', '/r/src/docs/x.md', '/r/docs/x.md', '/r/src/README.md');
    expect(relative('/r/src/a.ts')).toBe('src/a.ts');
    expect(relative('/r/src/new.ts')).toBe('src/new.ts');
    expect(relative('/r/src/README.md')).toBe('src/README.md');
  });

  it('a path that the repository has is that path, whatever lies around it', () => {
    const relative = roots('/r/src/a.ts', '/r/docs/x.md', '/r/src/docs/x.md', '/r/src/README.md', '/r/src/src/b.ts');
    expect(relative('/r/src/a.ts')).toBe('src/a.ts');
  });

  it('one path makes no root, but is known by its end', () => {
    const relative = roots('/elsewhere/README.md');
    expect(relative('/elsewhere/README.md')).toBe('README.md');
    expect(relative('/elsewhere/other.md')).toBeUndefined();
  });

  it('takes paths of Windows and paths without a folder', () => {
    const relative = roots('C:\\w\\src\\a.ts', 'C:\\w\\src\\b.ts');
    expect(relative('C:\\w\\docs\\new.md')).toBe('docs/new.md');
    expect(relative('src/a.ts')).toBe('src/a.ts');
  });

  it('takes odd paths', () => {
    const relative = roots('', '/', '//', `/${'x/'.repeat(100_000)}README.md`);
    expect(relative('')).toBeUndefined();
    expect(relative(`/${'x/'.repeat(100_000)}README.md`)).toBe('README.md');
  });
});
