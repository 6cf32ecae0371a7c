import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();
const phone = { viewport: { width: 400, height: 860 } };

const open = (path: string) => openPage(fixture.browser, fixture.server.url + path, phone);

/** The right and the lower edge of what lies furthest out. */
async function edges(parts: Locator): Promise<{ right: number; bottom: number }> {
  const boxes = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  return {
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

it('on a narrow screen all that can be done with marked sessions is in sight', async () => {
  const { page, close } = await open('/');
  await page.locator('.session-row').first().waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const buttons = page.locator('.bulk-bar .btn');
  await buttons.first().waitFor();
  expect((await edges(buttons)).right).toBeLessThanOrEqual(400);
  await close();
});

it('on a narrow screen the ways to send comments stand above the bar of places', async () => {
  const { page, close } = await open('/s/codex/live/changes');
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Why?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  const buttons = page.locator('.comment-dock .btn');
  await buttons.first().waitFor();
  const top = await page.locator('.bottomnav').evaluate((bar) => bar.getBoundingClientRect().top);
  expect((await edges(buttons)).bottom).toBeLessThanOrEqual(top);
  await close();
});

it('on a narrow screen the title, the tags and the note of a session are in its menu', async () => {
  const { page, close } = await open('/s/codex/live');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Title, tags and note' }).click();
  await page.locator('dialog').getByLabel('Note').waitFor();
  await close();
});

it('on a narrow screen the time of a request is one line', async () => {
  const { page, close } = await open('/usage');
  await page.locator('.figures').getByRole('button', { name: 'explain' }).first().click();
  const time = page.locator('dialog td').first();
  await time.waitFor();
  expect(await time.evaluate((cell) => cell.getBoundingClientRect().height)).toBeLessThan(50);
  await close();
});
