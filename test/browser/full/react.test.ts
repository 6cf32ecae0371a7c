import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROW_KIND_LETTERS, type Row } from '../../../src/core/writers/rows/row.ts';
import { Approval, Diff, Plan, ToolCall, Transcript } from '../../../src/doors/react/index.ts';
import { rows as fixture } from '../fixture/rows.ts';
import { launchChromium } from '../launch-chromium.ts';

/** A folder for pictures, if somebody wants to look at them. */
const pictures = process.env.THREADLINE_PICTURES;
const style = readFileSync(fileURLToPath(new URL('../../../dist/doors/react/style.css', import.meta.url)), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(() => browser.close());

/** Rows of one kind each, from those that the viewer is tested with, numbered anew. */
function rowsOf(kind: string): Row[] {
  const own = fixture.filter((row) => row.kind === kind);
  const blocks: Row['blocks'] = [
    { type: 'raw', code: 'odd', message: 'a line of no known kind', text: { text: '{"type":"odd"}' } },
  ];
  const rows = own.length > 0 ? own : [{ ...(fixture[0] as Row), kind: kind as Row['kind'], blocks }];
  return rows.map((row, index) => ({ ...row, row: index }));
}

const decline = () => {};
const pages: [name: string, element: ReactElement][] = [
  ...Object.keys(ROW_KIND_LETTERS).map((kind): [string, ReactElement] => [
    kind,
    createElement(Transcript, { rows: rowsOf(kind), agent: 'Codex', open: true }),
  ]),
  ['all', createElement(Transcript, { rows: fixture, agent: 'Codex', cwd: '/home/ada/threadline' })],
  [
    'tool-call',
    createElement(ToolCall, { name: 'Bash', input: { command: 'npm test' }, result: '1 failed', isError: true }),
  ],
  ['diff', createElement(Diff, { text: '@@ -1,2 +1,2 @@\n one\n-two\n+three', path: 'a.ts', split: true })],
  [
    'plan',
    createElement(Plan, {
      steps: [
        { text: 'Look', state: 'done' },
        { text: 'Fix', state: 'doing' },
        { text: 'Test', state: 'open' },
      ],
    }),
  ],
  [
    'approval',
    createElement(Approval, {
      question: {
        title: 'Codex wants to run a command',
        command: 'rm -rf build',
        cwd: '/home/ada',
        effects: ['deletes build/'],
      },
      onAnswer: decline,
    }),
  ],
];

/** A static page in which nothing but our style sheet has a rule. */
function pageOf(element: ReactElement, theme: string): string {
  return `<!doctype html><html lang="en" style="color-scheme:${theme}"><meta charset="utf-8"><title>row</title><style>${style}</style><body style="margin:0"><main><h1 style="position:absolute;clip-path:inset(50%)">A row</h1>${renderToStaticMarkup(element)}</main>`;
}

describe.each([
  { theme: 'light', width: 1024 },
  { theme: 'dark', width: 1024 },
  { theme: 'light', width: 400 },
  { theme: 'dark', width: 400 },
] as const)('static pages of the React components, $theme, $width px', ({ theme, width }) => {
  it.each(pages)('%s fits and has no serious fault of accessibility', async (name, element) => {
    const context = await browser.newContext({
      viewport: { width, height: name === 'all' ? 9000 : 700 },
      colorScheme: theme,
    });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(pageOf(element, theme));
    if (pictures) await page.screenshot({ path: join(pictures, `react-${name}-${width}-${theme}.png`) });
    expect(
      await page
        .locator('.threadline')
        .first()
        .evaluate((root) => root.textContent?.length ?? 0),
    ).toBeGreaterThan(0);
    expect(await page.getByText('This row could not be drawn').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.evaluate(axe.source);
    const serious = await page.evaluate(
      `axe.run().then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
    );
    expect(serious).toEqual([]);
    expect(requests).toEqual([]);
    await context.close();
  });
});
