import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

function newRow(place: number, text: string, last = 2000 + place): Row {
  return {
    row: place,
    id: `new${place}`,
    kind: 'answer',
    turn: 3,
    role: 'assistant',
    time: 0,
    lines: [2000 + place, last],
    blocks: [{ type: 'markdown', text: { text } }],
  };
}

async function texts(page: Page): Promise<string[]> {
  return page.locator('article[data-row]').evaluateAll((all) =>
    all
      .map((one) => ({ row: Number((one as HTMLElement).dataset.row), text: (one as HTMLElement).textContent }))
      .sort((a, b) => a.row - b.row)
      .map(({ row, text }) => `${row}: ${text}`),
  );
}

const tall = { viewport: { width: 1280, height: 9000 } };
const url = () => `${fixture.server.url}/s/codex/live#top`;

describe('a live session', () => {
  it('leaves on the screen what a reload draws, whatever the stream did in between', async () => {
    const { page, offences, close } = await openPage(fixture.browser, url(), tall);
    await page.locator('article[data-row="20"]').waitFor();
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % most;
    };
    for (let step = 0; step < 25; step += 1) {
      const count = fixture.server.rows.length;
      const isChange = random(3) === 0;
      const place = isChange ? count - 1 - random(3) : count;
      fixture.server.addRows([newRow(place, `step ${step} **bold** ${'word '.repeat(random(40))}`, 3000 + step)]);
      if (random(4) === 0) fixture.server.cutStreams();
      if (random(5) === 0) fixture.server.addRows([fixture.server.rows.at(-1) ?? newRow(count, 'x')]);
      await page.waitForTimeout(40);
    }
    const last = fixture.server.rows.length - 1;
    await expect.poll(async () => (await texts(page)).length, { timeout: 15_000 }).toBe(fixture.server.rows.length);
    await expect.poll(async () => (await texts(page)).at(-1), { timeout: 15_000 }).toContain('step 24');
    const live = await texts(page);
    await page.reload();
    await page.locator(`article[data-row="${last}"]`).waitFor();
    await page.waitForTimeout(300);
    expect(live).toEqual(await texts(page));
    expect(offences).toEqual([]);
    await close();
  });

  it('stays at the end while its reader is there', async () => {
    const { page, close } = await openPage(fixture.browser, url());
    await page.locator('article[data-row="0"]').waitFor();
    await page.goto(url().replace('#top', ''));
    await page.reload();
    // Without a place in its address it opens at its end.
    await page.getByText('Following').waitFor();
    for (let step = 0; step < 20; step += 1) {
      fixture.server.addRows([newRow(fixture.server.rows.length, `row ${step}\n\n${'text '.repeat(60)}`)]);
      await page.waitForTimeout(60);
    }
    await page.locator(`article[data-row="${fixture.server.rows.length - 1}"]`).waitFor();
    const gap = () =>
      page.locator('.thread').evaluate((thread) => thread.scrollHeight - thread.scrollTop - thread.clientHeight);
    await expect.poll(gap).toBeLessThan(4);
    await close();
  });

  it('moves nothing by a pixel for a reader who has scrolled up', async () => {
    const { page, close } = await openPage(fixture.browser, url());
    await page.locator('article[data-row="9"]').waitFor();
    await page.locator('.thread').evaluate((thread) => thread.scrollTo(0, 500));
    await page.waitForTimeout(400);
    const top = () =>
      page.locator('.thread').evaluate((thread) => {
        const middle = thread.getBoundingClientRect().top + 200;
        const row = [...document.querySelectorAll('article[data-row]')].find(
          (one) => one.getBoundingClientRect().bottom > middle,
        );
        return [(row as HTMLElement).dataset.row, row?.getBoundingClientRect().top];
      });
    const before = await top();
    for (let step = 0; step < 40; step += 1) {
      fixture.server.addRows([newRow(fixture.server.rows.length, `row ${step}`)]);
      await page.waitForTimeout(20);
    }
    await page.waitForTimeout(300);
    expect(await top()).toEqual(before);
    await close();
  });

  it('says that the stream is lost, and catches up by itself', async () => {
    const { page, close } = await openPage(fixture.browser, url(), tall);
    await page.locator('article[data-row="20"]').waitFor();
    fixture.server.failing.set('/api/events', 'internal');
    fixture.server.cutStreams();
    await page.locator('.title-line').getByText('Reconnecting').first().waitFor();
    fixture.server.rows.push(newRow(fixture.server.rows.length, 'while nobody listened'));
    fixture.server.failing.clear();
    await page.getByText('while nobody listened').waitFor({ timeout: 20_000 });
    await expect.poll(() => page.locator('.title-line').getByText('Reconnecting').count()).toBe(0);
    await close();
  });

  it('draws the session anew after a reset, with the reason', async () => {
    const { page, close } = await openPage(fixture.browser, url(), tall);
    await page.locator('article[data-row="20"]').waitFor();
    fixture.server.rows.splice(3);
    fixture.server.send({ event: 'reset', data: { session: 'codex/live', reason: 'the file was rewritten' } });
    await page.getByText('the file was rewritten').waitFor();
    await expect.poll(async () => (await texts(page)).length).toBe(3);
    await close();
  });
});
