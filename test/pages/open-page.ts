import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../package/find-chromium.ts';

/** What happened when a page was opened in a browser. */
export interface OpenedPage {
  dialogs: number;
  /** Addresses that it asked for, besides itself. */
  requests: string[];
  /** What the browser kept it from. */
  violations: string[];
  /** The text of each element of a selector. */
  texts: string[];
  /** The main thread's time until it was quiet, in milliseconds of CPU. */
  cpu: number;
  /** How much wider the page is than its window, in pixels. */
  overflow: number;
}

/** Opens a file in the Chromium that is on this machine; undefined where there is none. */
export async function openPage(path: string, selector = 'pre.output', width = 1440): Promise<OpenedPage | undefined> {
  const executablePath = findChromium();
  if (!executablePath) return undefined;
  // The only page it opens is ours, so it can do without its sandbox, which it cannot have as root or in a container.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage({ viewport: { width, height: 1000 } });
    const opened: OpenedPage = { dialogs: 0, requests: [], violations: [], texts: [], cpu: 0, overflow: 0 };
    page.on('dialog', (dialog) => {
      opened.dialogs += 1;
      dialog.dismiss().catch(() => {});
    });
    const address = pathToFileURL(path).href;
    page.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:')) opened.requests.push(request.url());
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) opened.violations.push(message.text());
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(300);
    const { metrics } = await session.send('Performance.getMetrics');
    opened.cpu = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    opened.overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    opened.texts = await page.locator(selector).allTextContents();
    return opened;
  } finally {
    await browser.close();
  }
}
