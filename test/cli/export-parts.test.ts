import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { exportSessions } from '../../src/doors/cli/export/export.ts';
import { temporaryHome } from './claude-home.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The limit of a page, lowered: the named one is 20 MB. */
const PAGE_BYTES = 300_000;
const PROMPTS = 150;

const home = temporaryHome();
const folder = temporaryFolder();
let pages: { name: string; text: string }[];

beforeAll(async () => {
  const prompts = Array.from({ length: PROMPTS }, (_, index) => `marker-${index}- ${'täxt 🙂 '.repeat(500)}`);
  prompts[70] += '<>&"\n'.repeat(400_000);
  const file = home.session('long', prompts);
  const output = join(folder.path, 'long.html');
  const options = { wanted: [file], to: 'html', force: false, pageBytes: PAGE_BYTES, writing: {}, output };
  expect(await exportSessions(options)).toBe(0);
  pages = readdirSync(folder.path).map((name) => ({ name, text: readFileSync(join(folder.path, name), 'utf8') }));
}, 120_000);

it('a long session becomes several pages, none over the limit', () => {
  expect(pages.length).toBeGreaterThan(3);
  for (const { name } of pages) expect(statSync(join(folder.path, name)).size, name).toBeLessThanOrEqual(PAGE_BYTES);
});

it('every prompt is on one page, and what was cut is told', () => {
  const all = pages.map(({ text }) => text.slice(text.indexOf('<main>'), text.indexOf('</main>'))).join('');
  for (let index = 0; index < PROMPTS; index += 1) expect(all.split(`marker-${index}-`)).toHaveLength(2);
  expect(all).toMatch(/… \([\d,]+ more characters in the session\)/);
});

it('each page is whole, and links to the next one and to its own rows alone', () => {
  const names = new Set(pages.map(({ name }) => name));
  for (const { name, text } of pages) {
    expect(text.startsWith('<!doctype html>') && text.endsWith('</html>\n'), name).toBe(true);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...text.matchAll(/ href="([^"]+)"/g)].map(([, target = '']) => target);
    expect(
      targets.filter((target) => !(target.startsWith('#') ? ids.has(target.slice(1)) : names.has(target))),
    ).toEqual([]);
  }
  const linked = pages.filter(({ text }) => text.includes('href="long-2.html"')).map(({ name }) => name);
  expect(linked).toContain('long.html');
});

it('a part that is there already is left alone, and no other is written', async () => {
  const output = join(folder.path, 'long.html');
  const before = readdirSync(folder.path);
  const options = {
    wanted: [home.session('long', ['x'])],
    to: 'html',
    force: false,
    pageBytes: 10,
    writing: {},
    output,
  };
  await expect(exportSessions(options)).rejects.toThrow('is there already');
  expect(readdirSync(folder.path)).toEqual(before);
});
