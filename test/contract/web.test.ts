import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.ts$|^web\/(?:build\/|vite\.config)/.test(path),
);

/** What the page draws rows with, as other products do. */
const drawing = globSync('src/doors/react/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'));

/** What both the page and its server go by. */
const shared = [
  'src/core/writers/rows/row.ts',
  'src/core/tools/tool-names.ts',
  ...[
    'api-types',
    'row-types',
    'run-types',
    'team-types',
    'work-types',
    'search-types',
    'list-filter',
    'by-work',
    'page-route',
    'row-of-line',
  ].map((name) => `src/doors/server/${name}.ts`),
];

/** What the page may take from the sources: the contract with the server, and what is pure. */
const isAllowed = (path: string) => shared.includes(path) || /^src\/(?:core\/text|doors\/react)\//.test(path);

function source(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

describe('the viewer’s page', () => {
  it.each(files)('%s imports nothing of Node, and of the sources only what is pure', (path) => {
    for (const [, target = ''] of source(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      expect(target).not.toMatch(/^node:/);
      const other = normalize(join(dirname(path), target));
      if (target.startsWith('.') && !other.startsWith('web/')) expect([other, isAllowed(other)]).toEqual([other, true]);
    }
  });

  it.each(shared)('%s, which its server goes by too, imports nothing else but types', (path) => {
    const text = source(path).replaceAll(/import type [^;]*;/g, '');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      expect(shared).toContain(normalize(join(dirname(path), target)));
    }
  });

  it.each([...files, ...drawing])('%s makes no element of a string', (path) => {
    expect(source(path)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcDoc|\beval\(|new Function/i,
    );
  });
});
