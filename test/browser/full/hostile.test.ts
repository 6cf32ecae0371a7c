import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row, RowBlock, RowKind } from '../../../src/doors/server/api-types.ts';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { hostilePayloads } from '../hostile-payloads.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

let server: FixtureServer;
let browser: Browser;
beforeAll(async () => {
  server = await startFixtureServer();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** One text in every string field that a row has. */
function hostileRow(place: number, text: string): Row {
  const cut = { text };
  const faces: [RowKind, RowBlock[]][] = [
    [
      'prompt',
      [
        { type: 'plain', text: cut },
        { type: 'remote-image', host: text, url: text },
      ],
    ],
    ['answer', [{ type: 'markdown', text: cut }]],
    ['reasoning', [{ type: 'thinking', text: cut }]],
    ['command', [{ type: 'command', command: cut, cwd: text, output: cut, exitCode: 1 }]],
    [
      'change',
      [
        {
          type: 'diff',
          path: text,
          movePath: text,
          change: 'update',
          add: 1,
          del: 1,
          diff: { text: `-${text}\n+${text}` },
        },
      ],
    ],
    ['plan', [{ type: 'plan', items: [{ text, state: 'doing' }] }]],
    [
      'mcp',
      [{ type: 'call', server: text, tool: text, input: { text: JSON.stringify({ [text]: text }) }, result: cut }],
    ],
    ['web', [{ type: 'web', query: text, url: text, result: cut }]],
    ['agent', [{ type: 'call', tool: text, input: cut, result: cut }]],
    ['divider', [{ type: 'mark', what: text, detail: cut }]],
    ['problem', [{ type: 'raw', code: text, message: text, text: cut }]],
    ['context', [{ type: 'plain', text: cut }]],
  ];
  const [kind, blocks] = faces[place % faces.length] ?? ['answer', []];
  return {
    row: place,
    id: `${text}${place}`,
    kind,
    turn: 1,
    role: 'assistant',
    status: text,
    lines: [place + 1, place + 1],
    blocks,
  };
}

it('shows hostile text in every field as text: no dialog, no request, no violation', { timeout: 300_000 }, async () => {
  server.rows.splice(0, server.rows.length);
  const payloads = hostilePayloads();
  for (const [index, text] of payloads.entries()) {
    for (let face = 0; face < 12; face += 1) server.rows.push(hostileRow(index * 12 + face, text));
  }
  const { page, offences, close } = await openPage(browser, `${server.url}/s/codex/live#top`, {
    viewport: { width: 1280, height: 8000 },
  });
  await page.locator('article[data-row]').first().waitFor();
  await page.keyboard.press('j');
  for (const kind of ['O', 'j', 'O', 'j', 'O', 'j', 'O', 'j', 'O', 'j', 'j', 'O', 'j', 'O', 'j', 'O', 'j', 'O'])
    await page.keyboard.press(kind);
  // Once through the whole thread: each row is drawn at some time.
  const seen = new Set<number>();
  for (let step = 0; step < 2000 && seen.size < server.rows.length; step += 1) {
    const rows = await page
      .locator('article[data-row]')
      .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.row)));
    for (const row of rows) seen.add(row);
    const isEnd = await page.locator('.thread').evaluate((thread) => {
      thread.scrollBy(0, 5000);
      return thread.scrollTop + thread.clientHeight >= thread.scrollHeight - 1;
    });
    await page.waitForTimeout(120);
    if (isEnd && step > 10 && rows.includes(server.rows.length - 1)) break;
  }
  expect(seen.size).toBeGreaterThan(server.rows.length * 0.98);
  expect(
    await page.locator('img[src]:not([src^="/api/"]), iframe, object, embed, script:not([src^="/assets/"])').count(),
  ).toBe(0);
  expect(
    await page.locator('a[href^="javascript" i], a[href^="data" i], a[href^="vbscript" i], a[href^="file" i]').count(),
  ).toBe(0);
  expect(await page.getByText('This row could not be drawn').count()).toBe(0);
  expect(offences).toEqual([]);
  await close();
});

it('shows hostile titles, projects and models of sessions as text', async () => {
  for (const [index, text] of hostilePayloads().slice(0, 60).entries()) {
    server.heads.push({
      key: `codex/h${index}`,
      agent: index % 2 ? 'codex' : text,
      id: `h${index}`,
      title: text,
      firstPrompt: text,
      project: text,
      projectName: text,
      branch: text,
      model: text,
      version: text,
      status: 'working',
      lastAt: 1,
      turns: 1,
      messages: 1,
      errors: 0,
      problems: 0,
      shape: [],
      now: { text, since: 1 },
    });
  }
  const { page, offences, close } = await openPage(browser, server.url, { viewport: { width: 1280, height: 4000 } });
  await page.locator('.session-row').first().waitFor();
  await page.getByRole('button', { name: 'Project any' }).click();
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(300);
  expect(offences).toEqual([]);
  // What turns text around or hides in it is written out.
  const text = await page.locator('main').textContent();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b\u007f]/);
  await close();
});
