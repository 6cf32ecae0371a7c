import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TOP = /^(src|web|test|docs|scripts|bench|sample|examples)\//;

/** What a page puts between backquotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
}

/** As a pattern: `<agent>` stands for any name. */
const pattern = (path: string) => path.replaceAll(/<\w+>/g, '*');

/** Paths from the root, and names of files that stand in the folder of the path before them. */
function missingPaths(text: string): string[] {
  const missing: string[] = [];
  let folder = '';
  for (const name of quoted(text)) {
    if (TOP.test(name)) {
      const found = globSync(pattern(name).replace(/\/$/, ''), { cwd: root });
      if (found.length === 0) missing.push(name);
      folder = /\.\w+$/.test(name) ? dirname(name) : name;
    } else if (/^[\w<>*-]+\.(ts|tsx|mjs)$/.test(name)) {
      const places = [folder, dirname(folder)].map((place) => pattern(join(place, name)));
      if (globSync(places, { cwd: root }).length === 0) missing.push(`${name} (in ${folder})`);
    }
  }
  return missing;
}

describe('AGENTS.md', () => {
  const page = readFileSync(join(root, 'AGENTS.md'), 'utf8');

  it('names only files and folders that exist', () => {
    expect(missingPaths(page)).toEqual([]);
  });

  it('names every folder of every ring', () => {
    const named = new Set(quoted(page));
    const folders = globSync('src/*/*', { cwd: root }).filter((path) => statSync(join(root, path)).isDirectory());
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((path) => !named.has(path))).toEqual([]);
  });

  it('names every command of package.json that people run', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const quiet = new Set(['start', 'test', 'ci', 'prepack']);
    const unnamed = Object.keys(scripts).filter((name) => !quiet.has(name) && !page.includes(`npm run ${name}`));
    expect(unnamed).toEqual([]);
  });
});

it.each(['docs/architecture.md', 'docs/glossary.md'])('%s names only files and folders that exist', (document) => {
  const page = readFileSync(join(root, document), 'utf8');
  expect(missingPaths(page)).toEqual([]);
  const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
});
