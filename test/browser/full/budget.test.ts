import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row, RowKind } from '../../../src/doors/server/api-types.ts';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

const ROWS = 50_000;
const kinds: RowKind[] = ['prompt', 'reasoning', 'command', 'change', 'answer'];

function manyRows(): Row[] {
  return Array.from({ length: ROWS }, (_, place): Row => {
    const kind = kinds[place % kinds.length] ?? 'answer';
    const words = `Row ${place}. ${'Some words of a message that goes on. '.repeat(1 + (place % 7))}`;
    const base = {
      row: place,
      id: `m${place}`,
      kind,
      turn: 1 + Math.floor(place / 1000),
      role: 'assistant' as const,
      time: place * 1000,
      lines: [place, place] as [number, number],
    };
    if (kind === 'command')
      return {
        ...base,
        blocks: [{ type: 'command', command: { text: `echo ${place}` }, output: { text: words }, exitCode: 0 }],
      };
    if (kind === 'change')
      return {
        ...base,
        blocks: [
          {
            type: 'diff',
            path: 'a.ts',
            change: 'update',
            add: 1,
            del: 1,
            diff: { text: `@@ -1 +1 @@\n-const a = ${place};\n+const b = ${place};` },
          },
        ],
      };
    return { ...base, blocks: [{ type: kind === 'prompt' ? 'plain' : 'markdown', text: { text: words } }] };
  });
}

let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer();
  server.rows.splice(0, server.rows.length, ...manyRows().slice(0, 1));
  for (const row of manyRows().slice(1)) server.rows.push(row);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function measured(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

/**
 * CPU that the page itself costs its thread, in milliseconds: scripts, styles, layout. Time on the wall hangs on what else
 * the machine does, and painting on whether it has a graphics card.
 */
async function cpu(session: CDPSession): Promise<number> {
  let seconds = 0;
  for (const name of ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'])
    seconds += await metric(session, name);
  return 1000 * seconds;
}

/** A file as the server sends it: compressed, with its headers. */
async function sentBytes(response: Response): Promise<number> {
  const { responseHeadersSize } = await response.request().sizes();
  return gzipSync(await response.body()).length + responseHeadersSize;
}

describe('the JavaScript of the page', () => {
  it('is at most 150 kB as it is sent, with the headers of its files, wherever the page is opened', {
    timeout: 120_000,
  }, async () => {
    const sizes: Record<string, number> = {};
    for (const path of [
      '/',
      '/s/codex/live',
      '/s/codex/live/changes',
      '/s/codex/live/time',
      '/s/codex/live/usage',
      '/run',
      '/search',
      '/usage',
      '/insights',
      '/compare?a=codex/live&b=claude/port',
      '/problems',
    ]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const scripts: Promise<number>[] = [];
      // What gives code its colours comes later, beside the page, and has bounds of its own.
      await page.route('**/*.worker-*.js', (route) => route.abort());
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.push(sentBytes(response));
      });
      await page.goto(server.url + path);
      await page.locator('h1').waitFor();
      await page.waitForTimeout(1000);
      sizes[path] = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
      await context.close();
    }
    process.stdout.write(`JavaScript, kB gzip: ${JSON.stringify(sizes)}\n`);
    for (const size of Object.values(sizes)) expect(size).toBeLessThan(150);
    for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(50);
  });
});

describe('a session of 50 000 rows', () => {
  it('is shown, scrolled and jumped through within its budget', { timeout: 240_000 }, async () => {
    const { page, close } = await openPage(browser, `${server.url}/problems`);
    const session = await measured(page);
    const start = await cpu(session);
    const began = Date.now();
    await page.evaluate(() => {
      history.pushState(null, '', '/s/codex/live#top');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.locator('article[data-row="0"]').waitFor();
    const first = (await cpu(session)) - start;
    const wall = Date.now() - began;

    await page.waitForTimeout(500);
    const beforeScroll = await cpu(session);
    const steps = 60;
    for (let step = 0; step < steps; step += 1) {
      await page.locator('.thread').evaluate((thread) => thread.scrollBy(0, 600));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    const scroll = ((await cpu(session)) - beforeScroll) / steps;

    const misses: number[] = [];
    for (const row of [49_999, 123, 25_000, 40_321, 7]) {
      await page.evaluate((place) => {
        location.hash = `#m=m${place}`;
        dispatchEvent(new PopStateEvent('popstate'));
      }, row);
      await page.locator(`article.selected[data-row="${row}"]`).waitFor();
      await page.waitForTimeout(400);
      const isSeen = await page.locator(`article[data-row="${row}"]`).evaluate((article) => {
        const box = article.getBoundingClientRect();
        const thread = article.closest('.thread')?.getBoundingClientRect();
        return thread !== undefined && box.top < thread.bottom && box.bottom > thread.top;
      });
      if (!isSeen) misses.push(row);
    }
    await session.send('HeapProfiler.collectGarbage');
    const heap = (await metric(session, 'JSHeapUsedSize')) / 1e6;
    process.stdout.write(
      `first content ${first.toFixed(0)} ms CPU (${wall} ms wall), ${scroll.toFixed(1)} ms CPU per 600 px, heap ${heap.toFixed(1)} MB\n`,
    );
    expect(misses).toEqual([]);
    expect(first).toBeLessThan(300);
    expect(scroll).toBeLessThan(16);
    expect(heap).toBeLessThan(60);
    await close();
  });
});
