import { describe, expect, it } from 'vitest';
import { fileIn, folderIn } from './project-path.ts';

const folder = { project: '/home/ada/threadline', projectName: '~/threadline' };

describe('paths of a project', () => {
  it('are said in its folder', () => {
    expect(fileIn(folder, '/home/ada/threadline/src/a.ts')).toBe('src/a.ts');
    expect(fileIn({ project: 'C:\\work' }, 'C:\\work\\a.ts')).toBe('a.ts');
    expect(folderIn(folder, '/home/ada/threadline')).toBe('~/threadline');
    expect(folderIn(folder, '/home/ada/threadline/web')).toBe('~/threadline/web');
  });

  it('stay whole where they are elsewhere, or where nobody knows the folder', () => {
    for (const path of ['/home/ada/threadline-old/a.ts', '/etc/hosts', 'src/a.ts', '']) {
      expect(fileIn(folder, path)).toBe(path);
      expect(fileIn({}, path)).toBe(path);
      expect(folderIn(folder, path)).toBe(path);
      expect(folderIn({}, path)).toBe(path);
    }
  });
});
