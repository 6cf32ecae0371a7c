import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, type ExpectStatic, it } from 'vitest';
import type { ApiRows } from '../../../src/doors/server/api-types.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { files, type RealViewer, setHidden, startRealViewer } from './real-viewer.ts';

const SEQUENCES = Number(process.env.THREADLINE_RELOAD_SEQUENCES ?? 5);
const SEED = Number(process.env.THREADLINE_RELOAD_SEED ?? 7);
const STEPS = 14;
const HELD_MS = 1500;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

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
async function live(page: Page, path: string, whole: Buffer, random: Random): Promise<void> {
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

type Agent = keyof typeof files;
type Random = (below: number) => number;

const keys: Readonly<Record<Agent, string>> = {
  codex: 'codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101',
  claude: 'claude/7c1e6a90-3f52-4d0b-9b7d-2f1c5e8a0201',
  gemini: 'gemini/5b0f7c11-9a2e-4c38-8f10-6d3e2a9b0301',
};

/** One life of a file, and the page that is open on it. Tests that run side by side have an `expect` each. */
interface Sequence {
  real: RealViewer;
  agent: Agent;
  place: string;
  random: Random;
  expect: ExpectStatic;
}

/** Opens a page on a session that is half written, writes to it, and gives the page. The answer closes it. */
async function afterLife({ real, agent, place, random, expect }: Sequence, isDrawn: string) {
  const path = join(real.folder, files[agent]);
  const whole = readFileSync(path);
  truncateSync(path, Math.floor(whole.length / 2) - random(200));
  const { page, offences, close } = await openPage(browser, real.url(place), tall);
  await watchStreams(page);
  await page.locator(isDrawn).first().waitFor();
  await live(page, path, whole, random);
  const lines = readFileSync(path).toString('latin1').split('\n').length - 1;
  const rows = () => real.get<ApiRows>(`/api/sessions/${keys[agent]}/rows?limit=500`);
  await expect.poll(async () => (await rows()).last, { timeout: 20_000 }).toBe(lines);
  const fresh = await page.context().newPage();
  await fresh.clock.setFixedTime(await page.evaluate(() => Date.now()));
  await fresh.goto(real.url(place));
  // What a reader still holds back has its rows a moment after the last line.
  await fresh.waitForTimeout(HELD_MS);
  async function end(): Promise<void> {
    expect(offences).toEqual([]);
    await close();
  }
  return { page, fresh, rows, end };
}

async function threadSequence(sequence: Sequence): Promise<void> {
  const { expect } = sequence;
  const { page, fresh, rows, end } = await afterLife(sequence, 'article[data-row]');
  await expect.poll(async () => (await rowTexts(fresh)).length - (await rows()).total, { timeout: 20_000 }).toBe(0);
  await fresh.waitForTimeout(300);
  const expected = await rowTexts(fresh);
  await expect.poll(() => rowTexts(page), { timeout: 20_000, interval: 200 }).toEqual(expected);
  await end();
}

const KNOWN = 'main[data-state="ready"], main[data-state="empty"]';

/** All that a page draws, with its bare numbers and the places of its bars; what the reader chose is not of the file. */
async function drawn(page: Page): Promise<string[]> {
  await page.locator(KNOWN).waitFor();
  return page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
      const own = [...one.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
      const text = own.map((child) => child.textContent).join('');
      const bar = one.tagName === 'I' ? (one.getAttribute('style') ?? '') : '';
      const told = [text, JSON.stringify({ ...one.dataset }), bar].filter((part) => part !== '' && part !== '{}');
      return told.length > 0 ? [told.join(' ')] : [];
    }),
  );
}

/** A page that is not the thread. The fresh one is loaded anew for each look: it is live, too. */
async function pageSequence(sequence: Sequence): Promise<void> {
  const { place, expect } = sequence;
  const { page, fresh, end } = await afterLife(sequence, KNOWN);
  const differs = async () => {
    await fresh.reload();
    const [should, is] = [await drawn(fresh), await drawn(page)];
    const at = should.findIndex((line, index) => line !== is[index]);
    const isEqual = at === -1 && is.length === should.length;
    return isEqual ? '' : `${place}: ${is.slice(at, at + 3).join(' | ')}, not ${should.slice(at, at + 3).join(' | ')}`;
  };
  await expect.poll(differs, { timeout: 30_000, interval: 700 }).toBe('');
  await end();
}

/** The pages that follow a session. The list's sums may be late by one write; Insights asks again after a minute only. */
const places: readonly ((key: string) => string)[] = [
  (key) => `s/${key}/changes`,
  (key) => `s/${key}/time`,
  (key) => `s/${key}/usage`,
  (key) => `compare?a=${key}&b=claude/2f9d4b7e-6c10-4e83-a5d2-9e0b7c1f0202`,
  () => 'usage',
];

describe(`what live growth leaves on the screen is what a reload draws (${SEQUENCES} sequences)`, () => {
  const agents: readonly Agent[] = ['codex', 'claude', 'gemini'];
  // Most of a sequence is waiting, so two go on at a time (`--maxConcurrency`), each with its own server and files.
  it.concurrent.for(Array.from({ length: SEQUENCES }, (_, index) => SEED + index))(
    'seed %i',
    { timeout: 120_000 },
    async (seed, { expect }) => {
      const real = await startRealViewer();
      const agent = agents[seed % agents.length] ?? 'codex';
      // Every second one is of the thread, the others are of the other pages in turn.
      // Not of Gemini's chats: the tokens in the head of its pages may stay behind a write that cuts the file. An open bug.
      // One of its turns is the thread's once more.
      const other = seed % 2 === 1 && agent !== 'gemini' ? places[(seed >> 1) % (places.length + 1)] : undefined;
      const place = other ? other(keys[agent]) : `s/${keys[agent]}`;
      const sequence = { real, agent, place, random: randomFrom(seed), expect };
      try {
        await (other ? pageSequence(sequence) : threadSequence(sequence));
        expect(real.faults).toEqual([]);
      } finally {
        await real.close();
      }
    },
  );
});
