import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MOST = 300;

it('no source is longer than 300 lines', () => {
  const paths = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  expect(paths.length).toBeGreaterThan(500);
  const long = paths.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
    return lines > MOST ? [`${path}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});
