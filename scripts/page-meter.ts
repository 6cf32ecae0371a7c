// What a page costs in a real Chromium: the CPU of its thread, its heap, its script. For scripts/viewer-budget.ts.
import type { Browser, CDPSession, Page, Response } from 'playwright-core';

/** Scrolled in these steps, which is far enough to need many new rows. */
const SCROLL_STEPS = 100;
const SCROLL_PIXELS = 600;

export async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
}

/** Opens a place in a new tab and gives it with its meter. */
export async function open(page: Page, url: string, selector: string, what: string): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const started = performance.now();
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  process.stdout.write(`      ${what}: first content after ${Math.round(performance.now() - started)} ms\n`);
  return client;
}

/** Milliseconds of the page's thread for each step, after `selector` or the whole page was scrolled by a hundred of them. */
export async function scrollCost(page: Page, client: CDPSession, selector?: string): Promise<number> {
  const before = await metric(client, 'TaskDuration');
  // By one call into the page: one a step would be measured with it, 3 ms of the page's own thread each.
  await page.locator(selector ?? 'html').evaluate(
    async (element, { steps, pixels }) => {
      for (let step = 0; step < steps; step += 1) {
        element.scrollBy(0, pixels);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
    { steps: SCROLL_STEPS, pixels: SCROLL_PIXELS },
  );
  return (((await metric(client, 'TaskDuration')) - before) * 1000) / SCROLL_STEPS;
}

/** A page, and what of it says that it is whole. */
export interface MeasuredPlace {
  url: string;
  selector: string;
}

/** Script that a first visit to a page loads, compressed as the server sends it, with the headers of its files. The worker that colours code comes later. */
export async function scriptKilobytes(
  browser: Browser,
  address: string,
  { url, selector }: MeasuredPlace,
): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  // The page of the list must be whole, or its script would count.
  await page.locator('.session-row').first().waitFor();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const isScript = response.url().endsWith('.js') && !response.url().includes('.worker-');
    if (isScript) sizes.push(sentBytes(response));
  });
  const client = await context.newCDPSession(page);
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.locator(selector).first().waitFor();
  // What is loaded without being asked for counts, too.
  await page.waitForLoadState('networkidle').catch(() => {});
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  await context.close();
  return bytes / 1000;
}

async function sentBytes(response: Response): Promise<number> {
  const { responseHeadersSize } = await response.request().sizes();
  return Number(response.headers()['content-length'] ?? 0) + responseHeadersSize;
}
