import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

const ROWS = 4000;
const CHANGED_AT = 3500;
const FAILED_AT = 2900;

/** Long reasoning, in turns of two rows; one file is changed and one command fails far from the beginning. */
function longSession(): Row[] {
  return Array.from({ length: ROWS }, (_, row): Row => {
    const base = { row, id: `m${row}`, turn: 1 + Math.floor(row / 2), role: 'assistant' as const, time: row * 1000 };
    const lines: [number, number] = [row + 1, row + 1];
    if (row === CHANGED_AT) {
      const diff = { text: '@@ -1 +1 @@\n-const a = 1;\n+const a = 2;' };
      const path = 'src/limits.ts';
      return {
        ...base,
        lines,
        kind: 'change',
        blocks: [{ type: 'diff', path, change: 'update', add: 1, del: 1, diff }],
      };
    }
    const status = row === FAILED_AT ? { status: 'failed' } : {};
    return {
      ...base,
      ...status,
      lines,
      kind: 'reasoning',
      blocks: [{ type: 'thinking', text: { text: `Thought ${row}` } }],
    };
  });
}

let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer();
  server.rows.length = 0;
  for (const row of longSession()) server.rows.push(row);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function open() {
  const watched = await openPage(browser, `${server.url}/s/codex/live#top`);
  await watched.page.locator('article[data-row="0"]').waitFor();
  return watched;
}

describe('a session of which only the beginning is loaded', () => {
  it('is gone through by its outline: a file that was changed far below, an error, a turn of the last ones', async () => {
    const { page, offences, close } = await open();
    await page.locator('.outline-files').getByText('limits.ts').click();
    await page.locator(`article.selected[data-row="${CHANGED_AT}"]`).waitFor();
    // The outline has come along: its turns are those around the one that is shown.
    await page
      .locator('.outline-turn[aria-current]')
      .getByText(`${1 + CHANGED_AT / 2}`, { exact: true })
      .waitFor();
    await page.getByRole('button', { name: /earlier turns/ }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await page.locator('article.selected[data-row="0"]').waitFor();
    await page.keyboard.press('e');
    await page.locator(`article.selected[data-row="${FAILED_AT}"]`).waitFor();
    expect(offences).toEqual([]);
    await close();
  });

  it('opens all rows, also those that come later, until it is told otherwise', async () => {
    const { page, close } = await open();
    const expanded = (row: number) =>
      page.locator(`article[data-row="${row}"] .fold-line`).getAttribute('aria-expanded');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Open all rows' }).click();
    expect(await expanded(0)).toBe('true');
    await page.keyboard.press('G');
    await page.locator(`article[data-row="${ROWS - 1}"]`).waitFor();
    expect(await expanded(ROWS - 1)).toBe('true');
    await page.keyboard.press('o');
    await expect.poll(() => expanded(ROWS - 1)).toBe('false');
    expect(await expanded(ROWS - 2)).toBe('true');
    await page.keyboard.press('O');
    await expect.poll(() => expanded(ROWS - 1)).toBe('true');
    await close();
  });
});
