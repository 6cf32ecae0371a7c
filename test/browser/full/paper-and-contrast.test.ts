import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

const places = [
  { name: 'Changes', path: '/s/codex/live/changes', part: '[data-hunk]', bars: '.changes-bar progress' },
  { name: 'Time', path: '/s/codex/live/time', part: '[data-node]', bars: '.waterfall .bar, .parts-bar > i' },
  { name: 'Insights', path: '/insights', part: '[data-code]', bars: '.parts-bar > i' },
  { name: 'Compare', path: '/compare?a=codex/live&b=claude/port', part: '[data-step]', bars: '.figure-bar > i' },
  { name: 'Run', path: '/run', part: 'main h1, main h2', bars: undefined },
];

describe.each(places)('the page $name', ({ path, part, bars }) => {
  it('is printed without what only a screen has, and as wide as the paper', async () => {
    const options = { viewport: { width: 794, height: 1123 } };
    const { page, close } = await openPage(fixture.browser, fixture.server.url + path, options);
    await page.locator(part).first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const controls = page.locator('.nav, .bottomnav, .top-bar, main .btn, main .segments, .comment-here');
    expect(await controls.filter({ visible: true }).count()).toBe(0);
    expect(await page.locator(part).filter({ visible: true }).count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await close();
  });

  it('keeps its bars in the colours of the system', async () => {
    const { page, close } = await openPage(fixture.browser, fixture.server.url + path);
    await page.locator(part).first().waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const unseen = await page.locator(bars ?? 'none').evaluateAll((all) =>
      all.flatMap((one) => {
        const { backgroundColor, borderTopStyle, forcedColorAdjust } = getComputedStyle(one);
        const behind = getComputedStyle(document.body).backgroundColor;
        const isSeen = forcedColorAdjust === 'none' || borderTopStyle !== 'none' || backgroundColor !== behind;
        return isSeen ? [] : [one.outerHTML.slice(0, 120)];
      }),
    );
    expect(unseen).toEqual([]);
    await close();
  });
});

it('in forced colours a chosen tab and a chosen switch have the colours of what is chosen', async () => {
  const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live/changes`);
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const chosen = '[role="tab"][aria-selected="true"], .segments [aria-pressed="true"], [aria-selected="true"] span';
  await page.locator('.segments [aria-pressed="true"]').first().waitFor();
  const system = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'HighlightText';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect([...new Set(await colours(chosen))]).toEqual([system]);
  await close();
});
