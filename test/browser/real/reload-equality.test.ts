import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiRows } from '../../../src/doors/server/api-types.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { files, type RealViewer, setHidden, startRealViewer } from './real-viewer.ts';

const SEQUENCES = Number(process.env.THREADLINE_RELOAD_SEQUENCES ?? 5);
const SEED = Number(process.env.THREADLINE_RELOAD_SEED ?? 7);
const STEPS = 14;
const HELD_MS = 1500;

let browser: Browser;
let real: RealViewer;
beforeAll(async () => {
  browser = await launchChromium();
  real = await startRealViewer();
});
afterAll(async () => {
  await browser.close();
  await real.close();
});

const tall = { viewport: { width: 1280, height: 14_000 } };

function randomFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % below;
  };
}

/** All rows that are drawn, as text, in their order. */
async function rowTexts(page: Page): Promise<string[]> {
  return page.locator('article[data-row]').evaluateAll((all) =>
    all
      // Only elements of the page have been asked for.
      .map((one) => one as HTMLElement)
      .sort((a, b) => Number(a.dataset.row) - Number(b.dataset.row))
      .map((one) => `${one.dataset.row}: ${one.textContent}`),
  );
}

/** Streams are written down, so that one can be lost as it is when a network ends: the page's own handler is told. */
async function watchStreams(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const streams: EventSource[] = [];
    const Native = EventSource;
    class Watched extends Native {
      constructor(url: string) {
        super(url);
        streams.push(this);
      }
    }
    Object.assign(globalThis, {
      EventSource: Watched,
      loseStream: () => streams.at(-1)?.onerror?.(new Event('error')),
    });
  });
  await page.reload();
}

/** One life of a file while a page is open on it. What is in it at the end may be torn. */
async function live(page: Page, path: string, whole: Buffer, random: (below: number) => number): Promise<void> {
  let written = readFileSync(path).length;
  const append = (count: number) => {
    appendFileSync(path, whole.subarray(written, written + count));
    written = Math.min(whole.length, written + count);
  };
  for (let step = 0; step < STEPS; step += 1) {
    const action = random(10);
    if (action < 5) append(1 + random(Math.ceil(whole.length / 6)));
    else if (action === 5) {
      // Cut to anything: the middle of a line, of a character.
      written = Math.min(written, Math.floor(whole.length / 3) + random(Math.ceil(whole.length / 2)));
      truncateSync(path, written);
    } else if (action === 6) {
      writeFileSync(`${path}.new`, whole.subarray(0, written));
      renameSync(`${path}.new`, path);
    } else if (action === 7) await page.evaluate('loseStream()');
    else await setHidden(page, action === 8);
    await page.waitForTimeout(random(400));
  }
  if (random(3) > 0) append(whole.length);
  await setHidden(page, false);
}

function sequence(agent: keyof typeof files, key: string) {
  return async (seed: number) => {
    const random = randomFrom(seed);
    const path = join(real.folder, files[agent]);
    const whole = readFileSync(path);
    truncateSync(path, Math.floor(whole.length / 2) - random(200));
    const { page, offences, close } = await openPage(browser, real.url(`s/${key}`), tall);
    await watchStreams(page);
    await page.locator('article[data-row]').first().waitFor();
    await live(page, path, whole, random);
    const lines = readFileSync(path).toString('latin1').split('\n').length - 1;
    const rows = () => real.get<ApiRows>(`/api/sessions/${key}/rows?limit=500`);
    await expect.poll(async () => (await rows()).last, { timeout: 20_000 }).toBe(lines);
    const fresh = await page.context().newPage();
    await fresh.clock.setFixedTime(await page.evaluate(() => Date.now()));
    await fresh.goto(real.url(`s/${key}`));
    // What a reader still holds back has its rows a moment after the last line.
    await fresh.waitForTimeout(HELD_MS);
    await expect.poll(async () => (await rowTexts(fresh)).length - (await rows()).total, { timeout: 20_000 }).toBe(0);
    await fresh.waitForTimeout(300);
    const expected = await rowTexts(fresh);
    await expect.poll(() => rowTexts(page), { timeout: 20_000, interval: 200 }).toEqual(expected);
    expect(offences).toEqual([]);
    await close();
    writeFileSync(path, whole);
  };
}

describe(`what live growth leaves on the screen is what a reload draws (${SEQUENCES} sequences)`, () => {
  const sequences = [
    sequence('codex', 'codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101'),
    sequence('claude', 'claude/7c1e6a90-3f52-4d0b-9b7d-2f1c5e8a0201'),
    sequence('gemini', 'gemini/5b0f7c11-9a2e-4c38-8f10-6d3e2a9b0301'),
  ];
  it.each(Array.from({ length: SEQUENCES }, (_, index) => SEED + index))(
    'seed %i',
    { timeout: 120_000 },
    async (seed) => {
      await sequences[seed % sequences.length]?.(seed);
      expect(real.faults).toEqual([]);
    },
  );
});
