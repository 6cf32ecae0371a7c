import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { NOW } from './fixture/clock.ts';

/** A page, and everything that it must not do. */
export interface WatchedPage {
  page: Page;
  /** Dialogs, faults, violations of the policy and requests to others, in words. */
  offences: string[];
  close(): Promise<void>;
}

/** Opens an address with the fixture's clock and writes down what must not happen. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const offences: string[] = [];
  const { host } = new URL(url);
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => offences.push(`fault: ${error.message}`));
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol.startsWith('http') && target.host !== host) offences.push(`request: ${request.url()}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // The browser reports an answer of 404 or 500 by itself; the page shows it.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) offences.push(`console: ${text}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // biome-ignore lint/suspicious/noConsole: the test reads it
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.clock.setFixedTime(NOW);
  await page.goto(url);
  await page.waitForSelector('h1');
  return { page, offences, close: () => context.close() };
}

/**
 * Waits for what the page says of a server that has been gone for long. Its clock goes a day on with each look: it counts from
 * when it noticed, which may be after any of them.
 */
export async function waitForServerGone(page: Page): Promise<void> {
  let days = 400;
  const isTold = async () => {
    await page.clock.setFixedTime(NOW + 86_400_000 * days++);
    return page.getByText('threadline serve').first().isVisible();
  };
  await expect.poll(isTold, { timeout: 60_000 }).toBe(true);
}
