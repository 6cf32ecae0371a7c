import { expect, it } from 'vitest';
import { hello } from '../fixture/answers.ts';
import { NOW } from '../fixture/clock.ts';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

it('the first key leads past the navigation, and the address stays', async () => {
  for (const path of ['/', '/usage', '/s/codex/live#m=t3.prompt.9']) {
    const { page, close } = await openPage(fixture.browser, fixture.server.url + path);
    await page.locator('main h1').waitFor();
    await page.evaluate(() => document.body.focus());
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(page.url()).toBe(fixture.server.url + path);
    await close();
  }
});

it('a stream that is lost makes the dot hollow, says for how long, and is forgotten once it is back', async () => {
  const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live#top`);
  await page.locator('article[data-row="0"]').waitFor();
  await page.route('**/api/events?*', (route) => route.abort());
  fixture.server.cutStreams();
  await page.locator('.title-line .dot.hollow').waitFor();
  await page.clock.setFixedTime(NOW + 5000);
  await page.locator('.title-line').getByText('Reconnecting, 5 s').waitFor();
  // Beside a transcript there is no room for the foot of the navigation.
  await page.locator('nav.nav').getByText('Reconnecting, 5 s').waitFor({ state: 'attached' });
  await page.unroute('**/api/events?*');
  await page.locator('.title-line .dot.live').waitFor();
  expect(await page.getByText('Reconnecting').count()).toBe(0);
  await close();
});

it('who is logged in finds the way out on a narrow screen, too', async () => {
  for (const [width, bar] of [
    [400, '.bottomnav'],
    [1440, 'nav.nav'],
  ] as const) {
    const { page, close } = await openPage(fixture.browser, fixture.server.url, { viewport: { width, height: 860 } });
    await page.route('**/api/hello', (route) => route.fulfill({ json: { ...hello, person: 'Ann <b>Lee</b>' } }));
    await page.goto(fixture.server.url);
    const link = page.locator(bar).locator('a[href="/auth/account"]');
    await link.waitFor();
    expect(await link.isVisible()).toBe(true);
    await close();
  }
});

it('what a person wrote in backticks looks like code, and is copied as it was written', async () => {
  const text = 'Keep `\\r` until `feed()` comes,\nand a lone ` stays.';
  Object.assign(fixture.server.rows[1] ?? {}, {
    kind: 'prompt',
    role: 'user',
    blocks: [{ type: 'plain', text: { text } }],
  });
  const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live#top`);
  const prompt = page.locator('article[data-row="1"] .plain-text');
  await prompt.waitFor();
  expect(await prompt.textContent()).toBe(text);
  expect(await prompt.locator('code').allTextContents()).toEqual(['`\\r`', '`feed()`']);
  await close();
});

it('the first index says about how long it will take', async () => {
  const { page, close } = await openPage(fixture.browser, fixture.server.url);
  const tell = (doneBytes: number) => {
    const index = { ...hello.index, state: 'indexing', done: 310, bytes: 9e9, doneBytes } as const;
    fixture.server.send({ event: 'list', data: { upserts: [], gone: [], sessions: 13, revision: 2, index } });
  };
  /** How long something takes is told by the clock that only goes forward. */
  const setClock = (milliseconds: number) =>
    page.evaluate((time) => {
      performance.now = () => time;
    }, milliseconds);
  await expect.poll(() => fixture.server.requests.some((request) => request.startsWith('/api/events'))).toBe(true);
  await setClock(100_000);
  tell(1e9);
  await page.getByText('310 of 12,408 files').waitFor();
  expect(await page.getByText('left').count()).toBe(0);
  await setClock(110_000);
  tell(2e9);
  await page.getByText('about 1m 10s left').waitFor();
  await close();
});

it('problems of one code say so, and lead back to all', async () => {
  const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/problems`);
  await page.getByRole('link', { name: 'unknown-kind' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: 'code unknown-kind' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(4);
  await page.goto(`${fixture.server.url}/problems?code=none`);
  await page.getByText('No problem of this kind').waitFor();
  await page.getByRole('link', { name: 'All problems' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(4);
  await close();
});

it('a sample says that it is one, and what has no title goes by its name', async () => {
  const [head] = fixture.server.heads;
  if (!head) throw new Error('the fixture has no session');
  Object.assign(head, { title: 'Untitled' });
  delete head.firstPrompt;
  delete head.now;
  const { page, close } = await openPage(fixture.browser, fixture.server.url);
  await page.route('**/api/hello', (route) => route.fulfill({ json: { ...hello, sample: true } }));
  await page.goto(fixture.server.url);
  await page.locator('nav.nav').getByText('Index up to date · bundled sample').waitFor();
  await page.locator(`.session-row[data-key="${head.key}"] .second-line`).getByText(head.id).waitFor();
  await close();
});
