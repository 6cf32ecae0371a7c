import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplayWriter } from '../../../src/core/writers/replay/replay-writer.ts';
import { createHeadGatherer } from '../../../src/core/writers/thread-head.ts';
import type { Outcome } from '../../../src/index.ts';
import { payloadOutcomes } from '../../pages/payload-events.ts';
import { sampleOutcomes } from '../../pages/sample-thread.ts';
import { payloads } from '../../payloads.ts';
import { launchChromium } from '../launch-chromium.ts';

/** A folder for pictures, if somebody wants to look at them. */
const pictures = process.env.THREADLINE_PICTURES;

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), 'threadline-replay-'));
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

function writePage(name: string, outcomes: readonly Outcome[]): string {
  const gatherer = createHeadGatherer({ all: true });
  for (const outcome of outcomes) gatherer.push(outcome);
  const writer = createReplayWriter({ all: true, head: gatherer.head() });
  const path = join(folder, name);
  writeFileSync(path, [...outcomes.flatMap((outcome) => writer.push(outcome)), ...writer.end()].join(''));
  return path;
}

/** Opens a file as a person does, and writes down what it must not do. */
async function open(path: string, { width = 1280, height = 900, theme = 'light' as 'light' | 'dark' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  const address = pathToFileURL(path).href;
  const offences: string[] = [];
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => offences.push(`fault: ${error.message}`));
  page.on(
    'request',
    (request) => request.url().split('#')[0] !== address && offences.push(`request: ${request.url()}`),
  );
  page.on('console', (message) => offences.push(`console: ${message.text()}`));
  await page.clock.install();
  await page.goto(address);
  const shown = () => page.locator('#stage > article').count();
  return { page, offences, shown, close: () => context.close() };
}

describe('a page that plays a session, opened from disk', () => {
  it('plays from the first step to the last, as fast as it is told', async () => {
    const { page, offences, shown, close } = await open(writePage('sample.html', sampleOutcomes()));
    const steps = Number(await page.locator('#seek').getAttribute('max'));
    expect(steps).toBeGreaterThan(5);
    expect(await shown()).toBe(1);
    await page.locator('#speed').selectOption('8');
    await page.getByRole('button', { name: 'Play' }).click();
    expect(await page.locator('body').getAttribute('data-state')).toBe('playing');
    await page.clock.runFor(4000 * steps);
    expect(await shown()).toBe(steps);
    expect(await page.locator('body').getAttribute('data-state')).toBe('ended');
    expect(await page.locator('#clock').textContent()).toBe(`${steps} / ${steps}`);
    // Played again, it begins anew.
    await page.getByRole('button', { name: 'Play' }).click();
    expect(await shown()).toBe(1);
    expect(offences).toEqual([]);
    await close();
  });

  it('a higher speed waits less', async () => {
    const { page, shown, close } = await open(writePage('speed.html', sampleOutcomes()));
    await page.locator('#speed').selectOption('0.5');
    await page.keyboard.press('k');
    await page.clock.runFor(1390);
    expect(await shown()).toBe(1);
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
    expect(await page.locator('#speed').inputValue()).toBe('8');
    await page.clock.runFor(510);
    expect(await shown()).toBeGreaterThan(1);
    await close();
  });

  it('is played by keys alone, says each step, and jumps to turns and places', async () => {
    const path = writePage('keys.html', sampleOutcomes());
    const { page, offences, shown, close } = await open(path);
    const captions = new Set<string | null>();
    const steps = Number(await page.locator('#seek').getAttribute('max'));
    for (let step = 1; step < steps; step += 1) {
      captions.add(await page.locator('#caption').textContent());
      await page.keyboard.press('ArrowRight');
    }
    expect(await shown()).toBe(steps);
    expect([...captions].every((caption) => caption)).toBe(true);
    expect(captions.size).toBeGreaterThan(steps / 2);
    await page.keyboard.press('Home');
    expect(await shown()).toBe(1);
    await page.keyboard.press(']');
    const turned = await shown();
    expect(turned).toBeGreaterThan(1);
    expect(await page.locator('#stage .now').getAttribute('class')).toContain('prompt');
    await page.keyboard.press('[');
    expect(await shown()).toBe(1);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await shown()).toBe(steps - 1);
    await page.keyboard.press('c');
    expect(await page.locator('#caption').isVisible()).toBe(false);
    await page.locator('#seek').fill('3');
    expect(await shown()).toBe(3);
    await page.goto(`${pathToFileURL(path).href}#4`);
    expect(await page.locator('#clock').textContent()).toBe(`4 / ${steps}`);
    expect(offences).toEqual([]);
    await close();
  });

  it.each([
    { width: 1440, theme: 'light' as const },
    { width: 1440, theme: 'dark' as const },
    { width: 400, theme: 'light' as const },
    { width: 400, theme: 'dark' as const },
  ])('fits and has no serious fault of accessibility at $width, $theme', async ({ width, theme }) => {
    const { page, offences, close } = await open(writePage('axe.html', sampleOutcomes()), { width, theme });
    await page.keyboard.press('End');
    await page.clock.runFor(1000);
    if (pictures) await page.screenshot({ path: join(pictures, `replay-${width}-${theme}.png`) });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(offences).toEqual([]);
    // A row that comes is half transparent for a moment.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    // The page's own policy keeps every other script out: axe comes by the debugger.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe.source });
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
      awaitPromise: true,
      returnByValue: true,
    });
    expect(result.value).toEqual([]);
    await close();
  });

  it('runs nothing and asks for nothing, whatever a session says', { timeout: 300_000 }, async () => {
    const outcomes = payloads
      .flatMap((payload) => payloadOutcomes(payload))
      .map((outcome, index) => ({ ...outcome, line: index + 1, offset: index + 1 }));
    const { page, offences, close } = await open(writePage('hostile.html', outcomes));
    const steps = Number(await page.locator('#seek').getAttribute('max'));
    expect(steps).toBeGreaterThan(payloads.length);
    for (let at = 120; at < steps + 120; at += 120) {
      await page.goto(`${page.url().split('#')[0]}#${Math.min(at, steps)}`);
      expect(
        await page.locator('#stage :is(img, a, iframe, script, svg, style, object, form, input, video)').count(),
      ).toBe(0);
    }
    expect(await page.locator('script').count()).toBe(1);
    expect(offences).toEqual([]);
    await close();
  });
});
