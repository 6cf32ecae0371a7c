import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { parrot } from '../../made-up-agent/parrot.ts';
import { testFolder } from '../../server/claude-home.ts';
import { testViewer } from '../../server/test-viewer.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';

it('a made-up agent has its own mark, colour and name on the page, which knows none by itself', async () => {
  const home = testFolder();
  mkdirSync(join(home, 'nests'));
  const lines = ['{"parrot":"hatched","nest":"n1","cage":"/x"}', '{"parrot":"heard","words":"hello"}'];
  writeFileSync(join(home, 'nests/nest-polly.jsonl'), `${lines.join('\n')}\n`);
  const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));
  const { viewer } = await testViewer({ agents: [parrot], homes: [home], webFolder });
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const { page, offences } = await openPage(browser, viewer.addressWithToken);
  const mark = page.locator('.session-row .agent').first();
  await mark.waitFor();
  await expect.poll(() => mark.getAttribute('title')).toBe('Parrot');
  expect(await mark.locator('[aria-hidden]').textContent()).toBe('pa');
  expect(await mark.evaluate((element) => getComputedStyle(element).color)).toMatch(
    /^rgb\((?:34, 102, 34|136, 221, 136)\)$/,
  );
  await page.goto(`${viewer.address}usage`);
  await page.locator('.page-title button', { hasText: 'Agent' }).click();
  await page.getByText('Parrot', { exact: true }).first().waitFor();
  expect(offences).toEqual([]);
});
