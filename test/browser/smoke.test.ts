import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from './fixture/server.ts';
import { findChromium, launchChromium } from './launch-chromium.ts';
import { openPage } from './open-page.ts';

/** A look at each page, for `npm test`: all the rest is `npm run browser`. */
describe.skipIf(findChromium() === undefined)(
  'the viewer’s page in a browser (skipped without chromium on PATH)',
  () => {
    let server: FixtureServer;
    let browser: Browser;
    beforeAll(async () => {
      server = await startFixtureServer();
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    it('shows every place under its policy, without a fault and without asking anybody else', async () => {
      const { page, offences, close } = await openPage(browser, server.url);
      await page.getByText('Port the usage scan to the new index').first().waitFor();
      for (const [link, text] of [
        ['Usage', '36 weeks'],
        ['Problems', 'event_msg/hologram'],
        ['Search', 'Words in any order'],
        ['Sessions', 'Bump vitest'],
      ] as const) {
        await page.locator('nav.nav').getByRole('link', { name: link, exact: true }).click();
        await page.getByText(text).filter({ visible: true }).first().waitFor();
      }
      await page.locator('nav.nav a', { hasText: 'Problems' }).getByText('37').waitFor();
      await page.locator('.session-row').first().click();
      await page.locator('.dock').waitFor();
      expect(await page.title()).toContain('Framer drops CR at a chunk border');
      expect(offences).toEqual([]);
      await close();
    });

    it('draws a row of every kind', async () => {
      const { page, offences, close } = await openPage(browser, `${server.url}/s/codex/live#top`, {
        viewport: { width: 1440, height: 6000 },
      });
      await page.locator(`article[data-row="${server.rows.length - 1}"]`).waitFor();
      expect(await page.locator('article[data-row]').count()).toBe(server.rows.length);
      expect(await page.getByText('This row could not be drawn').count()).toBe(0);
      // The worker has come through the policy and coloured the code.
      await page.locator('.code-block .keyword').first().waitFor();
      await page.locator('.diff .keyword').first().waitFor();
      expect(offences).toEqual([]);
      await close();
    });
  },
);
