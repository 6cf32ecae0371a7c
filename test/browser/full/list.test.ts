import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

/** Makes the list long: sessions of one day each. */
function addSessions(count: number): void {
  const [first] = fixture.server.heads;
  if (!first) throw new Error('the fixture has no session');
  for (let place = 0; place < count; place += 1) {
    const id = `old-${place}`;
    const lastAt = first.lastAt - (place + 30) * 3_600_000;
    fixture.server.heads.push({ ...first, key: `codex/${id}`, id, title: `Old ${place}`, status: 'done', lastAt });
  }
}

describe('the list of sessions', () => {
  it('is at the same place after Back, also where it was scrolled far', async () => {
    addSessions(400);
    const { page, offences, close } = await openPage(fixture.browser, fixture.server.url);
    await page.locator('.session-row').first().waitFor();
    for (let step = 0; step < 6; step += 1) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
      await page.waitForTimeout(50);
    }
    const before = await page.evaluate(() => Math.round(scrollY));
    expect(before).toBeGreaterThan(2000);
    await page.locator('.session-row').nth(8).click();
    await page.locator('.transcript').waitFor();
    await page.goBack();
    await page.locator('.session-row').first().waitFor();
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before);
    await page.goForward();
    await page.locator('.transcript').waitFor();
    expect(offences).toEqual([]);
    await close();
  });

  it('leaves the turns open of a session that nobody has read whole yet: none would be a wrong figure', async () => {
    const [head] = fixture.server.heads;
    if (!head) throw new Error('the fixture has sessions');
    Object.assign(head, { turns: 0, messages: 0 });
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    const turns = page.locator(`.session-row[data-key="${head.key}"] .turns`);
    await turns.waitFor({ state: 'attached' });
    expect([await turns.textContent(), await turns.getAttribute('data-value')]).toEqual(['', '']);
    await close();
  });

  it('asks for sessions of which only prompts are left when its switch is on, and shows them in grey', async () => {
    const { page, offences, close } = await openPage(fixture.browser, fixture.server.url);
    await page.locator('.session-row').first().waitFor();
    const asked = () => fixture.server.requests.filter((path) => path.startsWith('/api/ghosts'));
    const counted = async () => (await page.locator('.page-head p').textContent())?.split(' · ')[0];
    const count = await counted();
    expect(asked()).toEqual([]);
    const toggle = page.getByRole('button', { name: 'Prompts only' });
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await toggle.click();
    const row = page.locator('.session-row.ghost');
    await row.getByText('prompts only').waitFor();
    expect(await counted()).toBe(count);
    await row.click();
    await page.getByRole('heading', { name: 'Name the harbours of the chart' }).waitFor();
    expect(await page.locator('.prompts li').count()).toBe(2);
    // A prompt is text, whatever it holds.
    expect(await page.locator('.prompts b').count()).toBe(0);
    await page.goBack();
    await row.waitFor();
    await toggle.click();
    await row.waitFor({ state: 'detached' });
    expect(offences).toEqual([]);
    await close();
  });

  it('shows automated runs, folds them for a reader who wants that, and remembers it', async () => {
    for (const head of fixture.server.heads) if (head.agent === 'codex') head.automated = true;
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.getByText('Framer drops CR at a chunk border').first().waitFor();
    const count = await page.locator('.session-row').count();
    await page.getByRole('button', { name: 'Fold automated runs' }).click();
    await page
      .getByText(/^Show \d+ automated runs$/)
      .first()
      .waitFor();
    expect(await page.locator('.session-row').count()).toBeLessThan(count);
    await page.reload();
    await page
      .getByText(/^Show \d+ automated runs$/)
      .first()
      .waitFor();
    await close();
  });

  it.each([1024, 400])('has room for titles at %i px, and says cost and tokens', async (width) => {
    for (const head of fixture.server.heads) Object.assign(head, { errors: 12, problems: 3, children: 2 });
    const viewport = { width, height: 860 };
    const { page, close } = await openPage(fixture.browser, fixture.server.url, { viewport });
    const row = page.locator('.session-row[data-key="codex/live"]');
    const title = await row.locator('b').boundingBox();
    expect(title?.width).toBeGreaterThan(90);
    for (const name of ['.tokens', '.cost']) expect(await row.locator(name).isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await close();
  });

  it('takes the second line of a session without a name for its last answer', async () => {
    const [head] = fixture.server.heads;
    Object.assign(head ?? {}, { title: 'Fix it', firstPrompt: 'Fix it', lastAnswer: 'It is fixed.', status: 'done' });
    const { page, close } = await openPage(fixture.browser, fixture.server.url);
    await page.locator(`.session-row[data-key="${head?.key}"] .second-line`).getByText('It is fixed.').waitFor();
    await close();
  });
});

it('on a narrow screen a transcript says time, tokens and cost before anything that has to be scrolled to', async () => {
  const viewport = { width: 400, height: 860 };
  const { page, close } = await openPage(fixture.browser, `${fixture.server.url}/s/codex/live`, { viewport });
  await page.locator('.meta-line .asked').nth(2).waitFor();
  for (const fact of await page.locator('.meta-line .asked').all()) {
    const box = await fact.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThan(400);
  }
  expect(await page.locator('.meta-line .asked').count()).toBe(3);
  await close();
});
