import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runSeeds } from './forked-seeds.ts';

/** `npm run doors` compares more. */
const HOMES = Number(process.env.THREADLINE_PAGE_HOMES ?? (process.env.THREADLINE_DOORS === undefined ? 4 : 20));

const folder = mkdtempSync(join(tmpdir(), 'threadline-pages-said-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe(`the pages of ${HOMES} random homes`, () => {
  it('tell what the commands tell: changes, requests and their sums, insights, comparisons', async () => {
    const half = Math.ceil(HOMES / 2);
    const compare = (first: number, last: number) =>
      runSeeds('pages-process.ts', [`${first}`, `${last}`], join(folder, `${first}`));
    const found = await Promise.all([compare(1, half), compare(half + 1, HOMES)]);
    expect(found.flat()).toEqual([]);
  }, 600_000);
});
