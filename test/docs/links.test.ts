import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: root }).filter(
  (path) => !path.startsWith('docs/reference/'),
);

/** The text without code, in which brackets mean something else. */
const prose = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');

/** As GitHub makes them: letters, digits and hyphens of the heading. */
function anchorsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links to pages and places that are not there. */
function deadLinks(path: string): string[] {
  const links = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const page = target === '' ? path : join(dirname(path), target);
    if (!existsSync(join(root, page))) return true;
    return anchor !== undefined && !anchorsOf(page).includes(anchor);
  });
}

describe('the pages', () => {
  it.each(PAGES)('%s links only to pages and headings that are there', (path) => {
    expect(deadLinks(path)).toEqual([]);
  });

  it('docs/README.md names every page, and examples/README.md every program', () => {
    const unnamed = (folder: string, ending: string) => {
      const page = readFileSync(join(root, folder, 'README.md'), 'utf8');
      const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(ending) && name !== 'README.md');
      expect(names.length).toBeGreaterThan(5);
      return names.filter((name) => !page.includes(`(${name})`));
    };
    expect(unnamed('docs', '.md')).toEqual([]);
    expect(unnamed('examples', '.ts')).toEqual([]);
  });
});
