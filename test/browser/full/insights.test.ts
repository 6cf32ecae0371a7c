import { expect, it } from 'vitest';
import { useFixture } from '../fixture/use-fixture.ts';
import { openPage } from '../open-page.ts';

const fixture = useFixture();
const open = (path: string) => openPage(fixture.browser, fixture.server.url + path);

it('every figure of a tool opens the calls behind it, and closes them again', async () => {
  const { page, offences, close } = await open('/insights');
  const tool = page.locator('[data-tool="npm test"]');
  await tool.waitFor();
  const opened = page.locator('[data-places]');
  for (const [name, places, words] of [
    ['Calls of npm test', 'calls', 'npm test'],
    ['Failed calls of npm test', 'failed', 'npm test -- <b>lines</b>'],
    ['Time of 95 in 100 calls of npm test', 'slow', 'npm test -- --run'],
    ['Cost of the results of npm test', 'costly', 'npm test -- --reporter verbose'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`: ${name}$`) }).click();
    expect(await opened.getAttribute('data-places')).toBe(places);
    expect(await opened.getByRole('link').first().textContent()).toBe(words);
  }
  await opened.getByText('and 1,201 more').waitFor();
  await page.getByRole('button', { name: 'Cost of the results of npm test' }).click();
  expect(await opened.count()).toBe(0);
  await page.getByRole('button', { name: /: Calls of npm test$/ }).press('Enter');
  await opened.getByRole('link').first().click();
  await page.waitForURL(/\/s\/codex\/live#L12/);
  expect(offences).toEqual([]);
  await close();
});

it('they are asked for beside the cost of all sessions', async () => {
  const { page, close } = await open('/usage');
  await page.getByRole('link', { name: 'why?' }).click();
  await page.locator('main[data-page="insights"]').waitFor();
  await close();
});

it('the figures of the head, of findings, of money and of commits lead to what they count', async () => {
  const { page, close } = await open('/insights?since=7d&agent=codex');
  await page.locator('.finding').first().waitFor();
  const links = await page
    .locator('.page-title a[data-value]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links).toEqual(['/?since=7d&agent=codex', '/usage?since=7d&agent=codex']);
  await page.getByRole('button', { name: '$18.20', exact: true }).click();
  await page.locator('.finding .places').waitFor();
  await page.getByRole('button', { name: /^\$214\.60, Committed as written/ }).click();
  await page.locator('.outcome .places').getByRole('link').first().waitFor();
  const commit = page.locator('[data-commit]').first().getByRole('link');
  const urls = await commit.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(urls).toEqual(['/s/codex/live', '/s/codex/live/changes', '/s/codex/live/usage']);
  await close();
});

it('says of sessions of a server that nothing is known of commits, and draws no panel of them', async () => {
  const { page, offences, close } = await open('/insights');
  await page.locator('.outcome').waitFor();
  await page.route('**/api/insights?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), commits: [], commitsTotal: 0, stored: true } });
  });
  await page.reload();
  await page.getByText('nothing is said of commits and of what became of the money').waitFor();
  expect(await page.locator('.outcome').count()).toBe(0);
  await page.route('**/api/sessions/codex/live/changes*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), commits: [], repository: 'none', stored: true } });
  });
  await page.goto(`${fixture.server.url}/s/codex/live/changes`);
  await page.getByText('Only the archive has this session').waitFor();
  expect(offences).toEqual([]);
  await close();
});
