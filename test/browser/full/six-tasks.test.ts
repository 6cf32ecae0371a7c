import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();

/** Begins with the list, as everybody does, and knows nothing but what can be read there. */
const begin = () => openPage(fixture.browser, fixture.server.url);

async function openSession(page: Page): Promise<void> {
  await page.getByRole('main').getByText('Framer drops CR at a chunk border').first().click();
  await page.getByRole('tab', { name: /^Thread/ }).waitFor();
}

describe('six tasks of a new user, by what can be read alone', () => {
  it('sees what a session changed', async () => {
    const { page, close } = await begin();
    await openSession(page);
    await page.getByRole('tab', { name: /^Changes/ }).click();
    const file = page.getByRole('article').filter({ hasText: 'framer.ts' });
    await file.getByText('+2', { exact: true }).waitFor();
    await file.getByText('settleReturn').first().waitFor();
    await file.getByText('“When a chunk ends between').waitFor();
    await close();
  });

  it('sees why it was slow', async () => {
    const { page, close } = await begin();
    await openSession(page);
    await page.getByRole('tab', { name: /^Time/ }).click();
    await page.getByRole('heading', { name: 'Where it went' }).waitFor();
    await page.getByText('It waited for you').waitFor();
    await page.getByText(/29 % of the time/).waitFor();
    await close();
  });

  it('sees which agent was cheaper', async () => {
    const { page, close } = await begin();
    await openSession(page);
    await page.getByRole('tab', { name: /^Time/ }).click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('option', { name: /Port the usage scan/ }).click();
    const cost = page.getByRole('region', { name: 'Figures' }).locator('div').filter({ hasText: 'Cost' });
    await cost.getByText('$1.37').waitFor();
    // The lower one is told by its weight, and by its words for who does not see it.
    expect(await cost.getByTitle('the least').textContent()).toBe('$0.41');
    await page.getByRole('main').getByText('Claude Code').first().waitFor();
    await close();
  });

  it('sees what failed most', async () => {
    const { page, close } = await begin();
    await page.getByRole('link', { name: 'Insights' }).first().click();
    await page.getByRole('heading', { name: 'npm test fails four times in ten' }).waitFor();
    await page.getByRole('button', { name: 'Failed calls of npm test' }).click();
    await page.getByText('The newest that failed').waitFor();
    await close();
  });

  it('comments on a line, and has it for the agent', async () => {
    const { page, close } = await begin();
    await openSession(page);
    await page.getByRole('tab', { name: /^Changes/ }).click();
    await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Use the name of limits.ts');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByText('1 comment', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Copy as prompt' }).waitFor();
    await close();
  });

  it('stars a session, and finds it again', async () => {
    const { page, close } = await begin();
    await openSession(page);
    await page.getByRole('button', { name: 'Star' }).click();
    await page.locator('button[aria-label="Star"][aria-pressed="true"]').waitFor();
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('button', { name: 'Starred' }).click();
    await expect.poll(() => page.locator('.session-row').count()).toBe(1);
    await page.getByRole('main').getByText('Framer drops CR at a chunk border').waitFor();
    await close();
  });
});
