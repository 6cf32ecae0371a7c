import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
const [, model = ''] = page.split(/^## /m);

/** Rows of a table, cell by cell, without its head. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| they would'))
    .map((line) => line.slice(2, -2).split(' | '));

describe('the threat model of SECURITY.md', () => {
  const parts = model.split(/^### /m).slice(1);

  it.each([
    'A repository that an agent read',
    'Another user of the machine',
    'A page in the browser',
    'A colleague with a login',
    'A stolen laptop',
  ])('says what this attacker gets: %s', (attacker) => {
    const part = parts.find((text) => text.startsWith(attacker)) ?? '';
    expect(rowsOf(part).length).toBeGreaterThan(2);
  });

  it('names a test for everything that is stopped', () => {
    const rows = parts.flatMap(rowsOf);
    expect(rows.length).toBeGreaterThan(25);
    for (const [wanted = '', stops = '', tests = ''] of rows) {
      if (stops.startsWith('nothing of ours')) continue;
      expect(tests, wanted).toMatch(/^(?:`[\w./-]+\.test\.ts`(?:, )?)+$/);
    }
  });

  it('names only files that exist', () => {
    const named = [...page.matchAll(/`((?:src|test|web|docs|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
