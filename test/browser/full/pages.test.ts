import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../fixture/server.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

const places = [
  { name: 'sessions', path: '/', text: 'Framer drops CR' },
  { name: 'a transcript', path: '/s/codex/live#m=t1.prompt.1', text: 'turn 1' },
  { name: 'search', path: '/search?q=framer', text: 'Make the fix small' },
  { name: 'an empty search', path: '/search', text: 'Words in any order' },
  { name: 'usage', path: '/usage', text: '36 weeks' },
  { name: 'changes of a session', path: '/s/codex/live/changes', text: 'base unknown' },
  { name: 'changes of a session that changed nothing', path: '/s/claude/port/changes', text: 'No file was changed' },
  { name: 'the time of a session', path: '/s/codex/live/time', text: 'Where it went' },
  { name: 'the usage of a session', path: '/s/codex/live/usage', text: 'usage --explain' },
  { name: 'insights', path: '/insights', text: 'fails four times in ten' },
  { name: 'two sessions', path: '/compare?a=codex/live&b=claude/port', text: 'Only B' },
  { name: 'no session to compare', path: '/compare', text: 'Which sessions' },
  { name: 'problems', path: '/problems', text: 'invalid-json' },
  { name: 'team', path: '/team', text: 'anna-laptop' },
  { name: 'sessions with those of prompts only', path: '/?ghosts=1', text: 'Name the harbours' },
  { name: 'prompts', path: '/prompts/claude/prompts-5b0f7c99aa11bb22', text: 'prompts only' },
  { name: 'unknown prompts', path: '/prompts/claude/none', text: 'No prompts of this session' },
  { name: 'an unknown session', path: '/s/codex/none', text: 'No session of this name' },
  { name: 'an unknown place', path: '/nowhere', text: 'Nothing is at this address' },
];
const looks = [
  { theme: 'light', width: 1440, height: 1000 },
  { theme: 'dark', width: 1440, height: 1000 },
  { theme: 'light', width: 1024, height: 768 },
  { theme: 'dark', width: 1024, height: 768 },
  { theme: 'light', width: 400, height: 860 },
  { theme: 'dark', width: 400, height: 860 },
] as const;

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

describe.each(looks)('$theme, $width px wide', ({ theme, width, height }) => {
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

  it.each(places)('$name has one heading, fits, and has no serious fault of accessibility', async ({ path, text }) => {
    const options = { viewport: { width, height }, colorScheme: theme };
    const { page, offences, close } = await openPage(browser, server.url + path, options);
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor();
    await page.waitForTimeout(300);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.evaluate(axe.source);
    const violations: Violation[] = await page.evaluate('axe.run().then((result) => result.violations)');
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)).toEqual([]);
    expect(offences).toEqual([]);
    await close();
  });
});
