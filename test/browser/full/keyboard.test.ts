import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage, type WatchedPage } from '../open-page.ts';

let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function transcript(): Promise<WatchedPage & { selected: () => Promise<number> }> {
  const watched = await openPage(browser, `${server.url}/s/codex/live#top`, {
    viewport: { width: 1440, height: 1600 },
  });
  await watched.page.locator('article[data-row="1"]').waitFor();
  const selected = async () => Number(await watched.page.locator('article.selected').first().getAttribute('data-row'));
  return { ...watched, selected };
}

describe('keys of a transcript', () => {
  it('j and k go through the rows, J and K through the prompts, g g and G to the ends', async () => {
    const { page, selected, close } = await transcript();
    await page.keyboard.press('j');
    await expect.poll(selected).toBe(0);
    await page.keyboard.press('j');
    await expect.poll(selected).toBe(1);
    await page.keyboard.press('k');
    await expect.poll(selected).toBe(0);
    await page.keyboard.press('J');
    await expect.poll(selected).toBe(1);
    await page.keyboard.press('J');
    await expect.poll(selected).toBe(5);
    await page.keyboard.press('K');
    await expect.poll(selected).toBe(1);
    await page.keyboard.press('G');
    await expect.poll(selected).toBe(server.rows.length - 1);
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await expect.poll(selected).toBe(0);
    await close();
  });

  it('o opens a row and folds it, O all of its kind', async () => {
    const { page, close } = await transcript();
    await page.keyboard.press('j');
    const fold = page.locator('article[data-row="0"] .fold-line');
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('o');
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('O');
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true');
    await close();
  });

  it('/ finds in all rows, n and N step, Escape ends it', async () => {
    const { page, selected, close } = await transcript();
    await page.keyboard.press('/');
    await page.keyboard.type('framer');
    await page.getByText(/\d+ hits/).waitFor();
    await page.keyboard.press('Enter');
    const first = await selected();
    await page.locator('.thread').focus();
    await page.keyboard.press('n');
    await expect.poll(selected).not.toBe(first);
    await page.keyboard.press('N');
    await expect.poll(selected).toBe(first);
    expect(await page.evaluate(() => CSS.highlights.get('found-here')?.size ?? 0)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.find-bar').count()).toBe(0);
    await close();
  });

  it('e goes to the next error, E to the next problem, r shows its raw line', async () => {
    const { page, selected, close } = await transcript();
    await page.keyboard.press('e');
    await expect.poll(selected).toBe(12);
    await page.keyboard.press('E');
    await expect.poll(selected).toBe(14);
    await page.keyboard.press('r');
    await page.locator('.inspector').getByText('line 1,170').waitFor();
    await close();
  });

  it('1 to 4 are the modes, d changes the diffs, f goes to the filters', async () => {
    const { page, close } = await transcript();
    await page.keyboard.press('2');
    await expect.poll(() => new URL(page.url()).searchParams.get('kinds')).toBe('prompts,answers');
    expect(await page.locator('article.kind-command').count()).toBe(0);
    await page.keyboard.press('3');
    await page.locator('article.kind-change').waitFor();
    const cells = () => page.locator('.diff tr.add').count();
    expect(await cells()).toBeGreaterThan(0);
    await page.keyboard.press('d');
    await expect.poll(cells).toBe(0);
    await page.keyboard.press('1');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.keyboard.press('f');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('All');
    await close();
  });

  it('brackets open the sessions beside it', async () => {
    const { page, close } = await transcript();
    await page.keyboard.press(']');
    await page.waitForURL('**/s/claude/port');
    await page.getByRole('heading', { name: 'Port the usage scan' }).waitFor();
    await page.keyboard.press('[');
    await page.waitForURL('**/s/codex/live');
    await close();
  });
});

describe('keys that hold everywhere', () => {
  it('go to places, change the theme, open the palette and the list of keys', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForURL('**/usage');
    await page.keyboard.press('t');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('security.md');
    await page
      .getByRole('option', { name: /SECURITY\.md/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/s/claude/security');
    // What was typed while it loaded is not there when it is opened again.
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('combobox').inputValue()).toBe('');
    await close();
  });

  it('move through the list and open a session; x marks one', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.locator('.session-row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 session marked').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/s/claude/port');
    await close();
  });

  it('do nothing while somebody writes, or where the switch is off', async () => {
    const { page, close } = await openPage(browser, server.url);
    await page.keyboard.press('/');
    await page.keyboard.type('gut');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('input[type=search]').inputValue()).toBe('gut');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
    await close();
  });
});
