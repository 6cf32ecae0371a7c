import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isObject } from '../../../src/core/lines/json.ts';
import { hostilePayloads } from '../hostile-payloads.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { type RealViewer, startRealViewer } from './real-viewer.ts';

/** What a reader goes by stays: without it there would be no session whose texts could be shown. */
const KEPT =
  /^(type|role|kind|name|status|id|uuid|parentUuid|sessionId|session_id|timestamp|call_id|turn_id|thread_id|tool_use_id|isSidechain|agentId|version|cli_version|subtype|startTime|lastUpdated|media_type|source)$/;

let browser: Browser;
let real: RealViewer;
beforeAll(async () => {
  const payloads = hostilePayloads();
  let next = 0;
  /** Every text below a value, replaced by the payloads in turn. */
  const planted = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return KEPT.test(key) ? value : payloads[next++ % payloads.length];
    if (Array.isArray(value)) return value.map((entry) => planted(entry, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, planted(entry, name)]));
  };
  browser = await launchChromium();
  real = await startRealViewer((folder) => {
    for (const name of globSync('**/*.jsonl', { cwd: folder })) {
      const path = join(folder, name);
      const lines = readFileSync(path, 'utf8').split('\n').filter(isJson);
      // Several times: each field meets several payloads.
      const rounds = Array.from({ length: 8 }, () => lines.map((line) => JSON.stringify(planted(JSON.parse(line)))));
      writeFileSync(path, `${rounds.flat().join('\n')}\n`);
    }
  });
});
afterAll(async () => {
  await browser.close();
  await real.close();
});

function isJson(line: string): boolean {
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}

/** Through the whole thread, all kinds of rows open. */
async function readAll(page: Page): Promise<number> {
  await page.locator('article[data-row]').first().waitFor();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('j');
    await page.keyboard.press('O');
  }
  let last = 0;
  for (let step = 0; step < 200; step += 1) {
    const isEnd = await page.locator('.thread').evaluate((thread) => {
      thread.scrollBy(0, 3000);
      return thread.scrollTop + thread.clientHeight >= thread.scrollHeight - 1;
    });
    await page.waitForTimeout(80);
    last = await page
      .locator('article[data-row]')
      .last()
      .evaluate((row) => Number((row as HTMLElement).dataset.row));
    if (isEnd) break;
  }
  return last;
}

describe('session files with a hostile text in every field', () => {
  it.each(['codex', 'claude', 'gemini'])('do nothing but be read: %s', { timeout: 180_000 }, async (agent) => {
    const { items } = await real.get<{ items: { key: string }[] }>(`/api/sessions?agent=${agent}`);
    expect(items.length).toBeGreaterThan(0);
    for (const { key } of items) {
      const { page, offences, close } = await openPage(browser, real.url(`s/${key}`), {
        viewport: { width: 1280, height: 4000 },
      });
      expect(await readAll(page)).toBeGreaterThan(0);
      await page.goto(real.viewer.address);
      await page.locator('.session-row').first().waitFor();
      expect(await page.locator('iframe, object, embed, img[src^="http"], a[href^="javascript" i]').count()).toBe(0);
      expect(offences).toEqual([]);
      await close();
    }
    expect(real.faults).toEqual([]);
  });
});
