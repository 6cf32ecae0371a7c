import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { type RealViewer, startRealViewer } from './real-viewer.ts';

let browser: Browser;
let real: RealViewer;
beforeAll(async () => {
  [browser, real] = await Promise.all([launchChromium(), startRealViewer()]);
});
afterAll(async () => {
  await browser.close();
  await real.close();
});

it('a comment stands below its own edit alone, and names no line of the file, where each edit counts its lines by itself', async () => {
  const place = 's/codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101/changes';
  const { page, offences, close } = await openPage(browser, real.url(place));
  const [first, second] = [page.locator('[data-hunk]').nth(0), page.locator('[data-hunk]').nth(1)];
  // Both edits of the file have a second line.
  await second.locator('td.number', { hasText: /^2$/ }).first().click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Only here');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await second.locator('[data-comment="2"]').waitFor();
  expect(await first.locator('[data-comment]').count()).toBe(0);
  await page.getByRole('button', { name: 'Resume with it' }).click();
  const prompt = (await page.locator('dialog pre').textContent()) ?? '';
  expect(prompt).toMatch(/\nsrc\/lines\/framer\.ts\n> endsWithReturn = .*\nOnly here\n/);
  expect(offences).toEqual([]);
  await close();
});
