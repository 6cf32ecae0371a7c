import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readPublicNames } from '../../scripts/reference/public-names.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('every public function, class and constant is on a page', () => {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })];
  const words = new Set(pages.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\w+/g) ?? []));
  const values = readPublicNames().filter(({ kind }) => kind !== 'interface' && kind !== 'type');
  expect(values.length).toBeGreaterThan(100);
  expect(values.map(({ name }) => name).filter((name) => !words.has(name))).toEqual([]);
});

it('the README names every wire, and each once', () => {
  const page = readFileSync(join(root, 'README.md'), 'utf8');
  const source = readFileSync(join(root, 'src/core/wires/wire.ts'), 'utf8');
  const names = [...source.matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => page.split(`\`${name}\``).length !== 2)).toEqual([]);
});
