import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { comparison } from '../fixture/comparison.ts';
import { useFixture } from '../fixture/use-fixture.ts';
import { insights } from '../fixture/work.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(5);
const OTHER_WAY = 'إصلاح الخطأ 🧑‍🚀 שלום עולם';

function oddComparison() {
  const odd = structuredClone(comparison);
  for (const head of odd.heads) Object.assign(head, { title: LONG, model: LONG, branch: LONG, version: OTHER_WAY });
  for (const figure of odd.figures) Object.assign(figure, { a: 1e6, b: 0 });
  for (const { a, b } of odd.steps) for (const step of [a, b]) if (step) Object.assign(step, { what: LONG, ms: 1e12 });
  for (const [index, file] of odd.files.entries()) file.path = index === 0 ? LONG : OTHER_WAY;
  odd.tests = { a: { result: 'passed', passed: 1e6, failed: 0, runs: 1e6, line: 1, what: LONG }, b: null };
  return odd;
}

function oddInsights() {
  const odd = structuredClone(insights);
  odd.of = { sessions: 1e6, costUsd: 1e6 };
  for (const finding of odd.findings)
    Object.assign(finding, { title: LONG, text: LONG, action: OTHER_WAY, value: 1e6 });
  for (const tool of odd.tools) Object.assign(tool, { name: LONG + tool.name, calls: 1e6, costUsd: 1e6, p95: 1e9 });
  for (const commit of odd.commits) Object.assign(commit, { title: LONG, costUsd: 1e6, lines: 0, added: 0 });
  return odd;
}

/** How far the page can be scrolled sideways. */
const excess = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe.each([1440, 1024, 400])('long words, other scripts, nothing and a million, %i px wide', (width) => {
  it.each([
    ['two sessions side by side', '/compare?a=codex/live&b=claude/port', '.step-row'],
    ['insights', '/insights', '.finding'],
    ['changes', '/s/codex/live/changes', '[data-path]'],
    ['time', '/s/codex/live/time', '[data-node]'],
    ['usage of a session', '/s/codex/live/usage', 'table'],
    ['a thread', '/s/codex/live', 'article'],
    ['sessions', '/', '.session-row'],
  ])('push nothing out of the page of %s', async (_, path, content) => {
    for (const head of fixture.server.heads) Object.assign(head, { title: LONG, model: LONG, branch: OTHER_WAY });
    const viewport = { width, height: 900 };
    const { page, offences, close } = await openPage(fixture.browser, `${fixture.server.url}/problems`, { viewport });
    await page.route('**/api/compare?*', (route) => route.fulfill({ json: oddComparison() }));
    await page.route('**/api/insights?*', (route) => route.fulfill({ json: oddInsights() }));
    await page.goto(fixture.server.url + path);
    await page.locator(content).first().waitFor();
    expect(await excess(page)).toBeLessThanOrEqual(0);
    expect(offences).toEqual([]);
    await close();
  });
});
