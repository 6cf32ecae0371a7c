import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

type Steps = Extract<Row['blocks'][number], { type: 'plan' }>['items'];

const plans = new Map<number, Steps>([
  [
    250,
    [
      { text: 'Find it', state: 'doing' },
      { text: 'Write it down', state: 'open' },
    ],
  ],
  [
    590,
    [
      { text: 'Find it', state: 'done' },
      { text: 'Mend it', state: 'doing' },
    ],
  ],
]);

let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer();
  server.rows.length = 0;
  for (let row = 0; row < 600; row += 1) {
    const items = plans.get(row);
    const base = { row, id: `m${row}`, turn: 1, role: 'assistant' as const, time: row * 1000 };
    const lines: [number, number] = [row + 1, row + 1];
    if (items) server.rows.push({ ...base, lines, kind: 'plan', blocks: [{ type: 'plan', items }] });
    else {
      const blocks: Row['blocks'] = [{ type: 'thinking', text: { text: `Thought ${row}` } }];
      server.rows.push({ ...base, lines, kind: 'reasoning', blocks });
    }
  }
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a plan that is opened says how it changed since one far above, and leads there', async () => {
  const { page, offences, close } = await openPage(browser, `${server.url}/s/codex/live#m=m590`);
  const plan = page.locator('article[data-row="590"]');
  await plan.getByText('1 of 2 done').waitFor();
  await plan.getByRole('button', { name: 'Show how it changed' }).click();
  const entries = plan.getByRole('list', { name: 'How the plan changed' }).locator('> li');
  await expect.poll(() => entries.count()).toBe(2);
  await entries.nth(0).getByText('2 steps').waitFor();
  const changed = await entries.nth(1).locator('li').allInnerTexts();
  expect(changed).toEqual(['done Find it', 'added Mend it', 'begun Mend it', 'removed Write it down']);
  await entries.nth(0).getByRole('link').click();
  const first = page.locator('article[data-row="250"]');
  await first.getByText('0 of 2 done').waitFor();
  // Before the first one there is nothing to compare it with.
  expect(await first.getByRole('button', { name: 'Show how it changed' }).count()).toBe(0);
  expect(offences).toEqual([]);
  await close();
});
