// Pictures of every page, light and dark, wide and narrow: node scripts/screenshots.mjs [FOLDER] [NAME …]
// Those of README.md and docs/viewer.md instead: node scripts/screenshots.mjs --docs
// Over the fixture of the browser tests, with its clock. Fails where a page can be scrolled sideways.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NOW } from '../test/browser/fixture/clock.ts';
import { startFixtureServer } from '../test/browser/fixture/server.ts';
import { launchChromium } from '../test/browser/launch-chromium.ts';

const isForDocs = process.argv[2] === '--docs';
const [folder = 'screenshots', ...wanted] = isForDocs ? ['docs/images'] : process.argv.slice(2);

/** Each page, where it is, and what is done before the picture is taken. */
const pages = [
  { name: 'sessions', path: '/' },
  {
    name: 'transcript',
    path: '/s/codex/live#m=t3.prompt.9',
    prepare: async (page) => {
      await page.waitForSelector('.item.selected');
      await page.waitForTimeout(700);
      const command = page.locator('article[data-row="12"]');
      if (await command.count()) await command.click({ position: { x: 60, y: 8 } });
      await page.locator('article[data-row="9"]').evaluate((element) => {
        element.scrollIntoView({ block: 'start' });
        element.closest('.thread')?.scrollBy(0, -14);
      });
    },
  },
  {
    name: 'transcript-end',
    path: '/s/codex/live',
    prepare: async (page) => {
      await page.keyboard.press('G');
      await page.waitForTimeout(700);
    },
  },
  { name: 'search', path: '/search?q=framer' },
  { name: 'usage', path: '/usage' },
  { name: 'problems', path: '/problems' },
  { name: 'not-found', path: '/s/codex/none' },
  { name: 'keys', path: '/', prepare: (page) => page.keyboard.press('?') },
  { name: 'palette', path: '/', prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'export', path: '/s/codex/live', prepare: (page) => page.keyboard.press('s') },
];
const sizes = [
  { name: '1440', width: 1440, height: 1000, scale: 1 },
  { name: '400', width: 400, height: 860, scale: 2 },
];
const wide = { width: 1280, height: 800, scale: 1 };
const narrow = { width: 400, height: 860, scale: 1 };
const ofDocs = [
  { ...wide, page: 'sessions', theme: 'light', file: 'viewer-sessions.png' },
  { ...wide, page: 'transcript', theme: 'dark', file: 'viewer-transcript.png' },
  { ...wide, page: 'usage', theme: 'light', file: 'viewer-usage.png' },
  { ...narrow, page: 'transcript', theme: 'light', file: 'viewer-narrow.png' },
];
const everything = sizes.flatMap((size) =>
  ['light', 'dark'].flatMap((theme) =>
    pages.map(({ name: page }) => ({ ...size, page, theme, file: `${page}-${size.name}-${theme}.png` })),
  ),
);

mkdirSync(folder, { recursive: true });
const server = await startFixtureServer();
const browser = await launchChromium();
let overflows = 0;
try {
  for (const { page: name, theme, width, height, scale, file } of isForDocs ? ofDocs : everything) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { path, prepare } = pages.find((one) => one.name === name);
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, deviceScaleFactor: scale, colorScheme: theme });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') process.stdout.write(`${name}: ${message.text()}\n`);
    });
    await page.clock.setFixedTime(NOW);
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    await page.waitForTimeout(500);
    await prepare?.(page);
    await page.waitForTimeout(300);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) {
      overflows += 1;
      process.stdout.write(`${file}: ${excess} px too wide\n`);
    }
    await page.screenshot({ path: join(folder, file) });
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = overflows === 0 ? 0 : 1;
