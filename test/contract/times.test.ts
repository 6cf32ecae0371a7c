import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `parseTime` itself, and dates that people type, which are of their own zone. */
const OWN_READING = ['src/core/thread/time.ts', 'src/doors/cli/when.ts'];

it('times are read by parseTime alone: Date.parse would take one without a zone for one of this machine', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}'], { cwd: root, exclude: ['**/*.test.ts'] });
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes('Date.parse'));
  expect(found.sort()).toEqual(OWN_READING);
});
