import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();
const open = (path: string) => openPage(fixture.browser, fixture.server.url + path);

async function openTime(query = '') {
  const opened = await open(`/s/codex/live/time${query}`);
  await opened.page.locator('[data-node]').first().waitFor();
  return opened;
}

describe('the time of a session', () => {
  it('has a bar for each turn, request and call, and parts that add up to the whole', async () => {
    const { page, close } = await openTime();
    expect(await page.locator('main').getAttribute('data-state')).toBe('ready');
    const ids = await page.locator('[data-node]').evaluateAll((all) => all.map((one) => one.getAttribute('data-node')));
    expect(ids.slice(0, 1)).toEqual(['t1']);
    for (const kind of ['t', 'r', 'c', 'w']) expect(ids.some((id) => id?.startsWith(kind))).toBe(true);
    const parts = await page
      .locator('[data-part]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-value')));
    const whole = Number(await page.locator('.parts').getAttribute('data-value'));
    expect(parts.reduce((sum, value) => sum + Number(value), 0)).toBe(whole);
    expect(await page.locator('[data-code]').count()).toBeLessThanOrEqual(3);
    await close();
  });

  it('is walked by keys: j and k choose, h folds, Enter opens the thread, b counts otherwise', async () => {
    const { page, close } = await openTime();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await page.locator('[data-node][aria-current="true"]').getAttribute('data-node')).not.toBe('t1');
    const before = await page.locator('[data-node]').count();
    await page.keyboard.press('h');
    expect(await page.locator('[data-node][aria-current="true"]').getAttribute('data-node')).toBe('t1');
    expect(await page.locator('[data-node]').count()).toBeLessThan(before);
    await page.keyboard.press('l');
    expect(await page.locator('[data-node]').count()).toBe(before);
    await page.keyboard.press('b');
    await page.waitForURL(/by=tokens/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/s\/codex\/live#L\d+/);
    await close();
  });

  it('is reached by its tab and by g w', async () => {
    const { page, close } = await open('/s/codex/live');
    await page.getByRole('tab', { name: /^Time/ }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.waitForURL(/\/s\/codex\/live\/time$/);
    await page.locator('main[data-page="time"]').waitFor();
    await close();
  });

  it('is reached by two clicks on the ruler, as changes are from the head and the outline', async () => {
    const { page, close } = await open('/s/codex/live');
    await page.getByRole('group', { name: 'Time ruler' }).dblclick({ position: { x: 300, y: 30 } });
    await page.waitForURL(/\/s\/codex\/live\/time/);
    await page.getByRole('link', { name: /edited in 3 files/ }).click();
    await page.waitForURL(/\/s\/codex\/live\/changes$/);
    await page.getByRole('tab', { name: /^Thread/ }).click();
    await page.getByRole('link', { name: 'Files edited' }).click();
    await page.waitForURL(/\/s\/codex\/live\/changes$/);
    await close();
  });
});
