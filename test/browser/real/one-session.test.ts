import { appendFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { codexAnswer, files, startRealViewer } from './real-viewer.ts';

const SESSION = 's/codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101';
const TOKEN = 'ghp_Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('says tokens of turns in the outline, on the ruler and in the inspector, and the session in figures', async () => {
  const real = await startRealViewer();
  const { page, offences, close } = await openPage(browser, real.url(SESSION));
  const inspector = page.locator('.inspector');
  await inspector.getByText('This session').waitFor();
  for (const words of ['Tokens', 'Cost', 'Commands', '1 failed']) await inspector.getByText(words).first().waitFor();
  await expect.poll(() => page.locator('.outline-turn .token-line').count()).toBe(3);
  await page.locator('.ruler').hover();
  await page.getByRole('button', { name: 'tokens', exact: true }).click();
  const heights = await page
    .locator('.token-bar span')
    .evaluateAll((bars) => bars.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeGreaterThan(10);
  await page.keyboard.press('j');
  await inspector.getByRole('tab', { name: 'Usage' }).click();
  await inspector.getByText('Tokens of turn 1').waitFor();
  expect(offences).toEqual([]);
  await close();
  await real.close();
});

it('opens the inspector on a line that made no row, and says where the file has no such line', async () => {
  const real = await startRealViewer();
  const { page, close } = await openPage(browser, real.url(SESSION));
  await page.goto(`${real.viewer.address}${SESSION}#L55`);
  const line = page.locator('.inspector section[aria-label="Line 55"]');
  await line.getByText('token_usage_record').waitFor();
  await page.locator('article[data-row]').first().waitFor();
  expect(await page.locator('article.selected').count()).toBe(0);
  await page.goto(`${real.viewer.address}${SESSION}#L9999`);
  await page.getByText('The file has no line 9,999.').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('tab', { name: 'Raw line' }).waitFor();
  await close();
  await real.close();
});

it('hides secrets until they are asked for, row by row', async () => {
  const real = await startRealViewer((folder) =>
    appendFileSync(join(folder, files.codex), codexAnswer('secret', `Use ${TOKEN} for now`)),
  );
  const { page, close } = await openPage(browser, real.url(SESSION));
  await page.locator('article[data-row]').first().waitFor();
  await page.keyboard.press('G');
  await page.locator('article').getByText('[redacted:').waitFor();
  expect(await page.content()).not.toContain(TOKEN);
  await page.getByText('Secrets are hidden · show them').click();
  await page.locator('article').getByText(TOKEN).waitFor();
  await page.getByText('Hide secrets').click();
  await page.locator('article').getByText('[redacted:').waitFor();
  await close();
  await real.close();
});

it('says that the file was deleted while the page is open', async () => {
  const real = await startRealViewer();
  const { page, close } = await openPage(browser, real.url(SESSION));
  await page.locator('article[data-row]').first().waitFor();
  rmSync(join(real.folder, files.codex));
  await page.getByText('The file of this session was deleted').waitFor({ timeout: 30_000 });
  await close();
  await real.close();
});

it('shows a typed command as a chip with its output folded', async () => {
  const id = '0d9e7c11-3f52-4d0b-9b7d-2f1c5e8a0999';
  const common = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/you/harbour',
    sessionId: id,
    version: '2.1.325',
  };
  const user = (place: number, content: string) => {
    const uuid = (number: number) => `0d9e7c11-6c10-4e83-a5d2-b0000000000${number}`;
    const parentUuid = place === 1 ? null : uuid(place - 1);
    const timestamp = `2026-11-14T09:00:0${place}.000Z`;
    const message = { role: 'user', content };
    return `${JSON.stringify({ parentUuid, ...common, type: 'user', message, uuid: uuid(place), timestamp })}\n`;
  };
  const lines = [
    user(1, '<command-name>/compact</command-name><command-args>keep it short</command-args>'),
    user(2, '<local-command-stdout>Compacted</local-command-stdout>'),
    user(3, 'Go on'),
  ];
  const real = await startRealViewer((folder) => {
    const file = join(folder, 'claude/projects/-home-you-harbour', `${id}.jsonl`);
    writeFileSync(file, lines.join(''));
    utimesSync(file, 1_794_648_600, 1_794_648_600);
  });
  const { page, close } = await openPage(browser, real.url(`s/claude/${id}`));
  expect(await page.locator('.typed-command').textContent()).toBe('/compact');
  await page.getByText('Output of /compact').waitFor();
  expect(await page.locator('article').filter({ hasText: 'command-name' }).count()).toBe(0);
  await close();
  await real.close();
});
