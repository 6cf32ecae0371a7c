import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiRows } from '../../../src/doors/server/api-types.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage, waitForServerGone } from '../open-page.ts';
import { codexAnswer, codexTurn, files, type RealViewer, setHidden, startRealViewer } from './real-viewer.ts';

let browser: Browser;
let real: RealViewer;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  real = await startRealViewer();
});
afterEach(async () => {
  await real.close();
  expect(real.faults).toEqual([]);
});

const SESSION = 's/codex/01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101';
const TABS = 8;
const APPENDS = 40;

function answer(text: string): void {
  appendFileSync(join(real.folder, files.codex), codexAnswer(`late-${text}`, text));
}

/** The first row that is in sight, and where. */
function firstInSight(page: Page): Promise<[row: string | undefined, top: number | undefined]> {
  return page.locator('.thread').evaluate((thread) => {
    const middle = thread.getBoundingClientRect().top + 200;
    const rows = [...document.querySelectorAll<HTMLElement>('article[data-row]')];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > middle);
    return [row?.dataset.row, row?.getBoundingClientRect().top];
  });
}

describe('a session that grows', () => {
  it('stays at its end for a reader who is there', async () => {
    const { page, close } = await openPage(browser, real.url(SESSION));
    await page.locator('article[data-row="0"]').waitFor();
    appendFileSync(join(real.folder, files.codex), codexTurn('late-turn'));
    await page.locator('.dock').waitFor();
    await page.keyboard.press('G');
    await page.getByText('Following').waitFor();
    for (let count = 1; count <= APPENDS; count += 1) {
      answer(`answer ${count} ${'word '.repeat(60)}`);
      await page.waitForTimeout(30);
    }
    await page.getByText(`answer ${APPENDS} `).waitFor();
    const gap = () =>
      page.locator('.thread').evaluate((thread) => thread.scrollHeight - thread.scrollTop - thread.clientHeight);
    await expect.poll(gap).toBeLessThan(4);
    await close();
  });

  it('moves nothing by a pixel for a reader who has scrolled up', async () => {
    const { page, close } = await openPage(browser, real.url(SESSION));
    await page.locator('article[data-row="5"]').waitFor();
    await page.locator('.thread').evaluate((thread) => thread.scrollTo(0, 700));
    await page.waitForTimeout(500);
    const before = await firstInSight(page);
    const height = () => page.locator('.thread').evaluate(({ scrollHeight }) => scrollHeight);
    const heightBefore = await height();
    for (let count = 1; count <= APPENDS; count += 1) {
      answer(`answer ${count}`);
      await page.waitForTimeout(30);
      expect(await firstInSight(page)).toEqual(before);
    }
    await expect.poll(height).toBeGreaterThan(heightBefore + APPENDS * 10);
    expect(await firstInSight(page)).toEqual(before);
    await close();
  });
});

describe('the page', () => {
  it('loads in the eighth tab of one browser, and there too shows what is written', async () => {
    const { page, offences, close } = await openPage(browser, real.url(SESSION));
    const tabs = [page];
    while (tabs.length < TABS) {
      // A browser hides the tab that another one is opened in front of; one without a window hides none.
      await setHidden(tabs.at(-1) ?? page, true);
      const tab = await page.context().newPage();
      await tab.goto(`${real.viewer.address}${SESSION}`);
      await tab.locator('article[data-row="0"]').waitFor();
      tabs.push(tab);
    }
    const last = tabs.at(-1) ?? page;
    answer('for all tabs');
    await last.keyboard.press('G');
    await last.getByText('for all tabs').waitFor();
    expect(offences).toEqual([]);
    await close();
  });

  it('opens a link to a session before that is in the index', async () => {
    // The page is asked for as soon as the server listens; its sessions are read after that.
    const early = await startRealViewer();
    const { page, close } = await openPage(browser, early.url(SESSION));
    await page.locator('article[data-row="0"]').waitFor();
    expect(await page.getByText('No session of this name').count()).toBe(0);
    await close();
    await early.close();
  });

  it('says of an address that names nothing that it does, and leads to all sessions', async () => {
    const { page, offences, close } = await openPage(browser, real.url('no/such/place'));
    const answer = await page.reload();
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Nothing is at this address' }).waitFor();
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.locator('.session-row').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(offences).toEqual([]);
    await close();
  });

  it('says what to do where the address brings a key of another start', async () => {
    const { page, close } = await openPage(browser, `${real.viewer.address}?token=${'0'.repeat(43)}`);
    await page.getByText('Open it by the address that threadline printed').first().waitFor();
    expect(await page.locator('.session-row').count()).toBe(0);
    await close();
  });

  it('opens a link to a message or a line far down', async () => {
    for (let count = 1; count <= 450; count += 1) answer(`number ${count}.`);
    const { rows } = await real.get<ApiRows>(`/api/sessions/${SESSION.slice(2)}/rows?limit=500`);
    const message = rows.find((row) => JSON.stringify(row.blocks).includes('number 400.'))?.id ?? '';
    const { page, close } = await openPage(browser, `${real.url(SESSION)}#m=${encodeURIComponent(message)}`);
    await page.getByText('number 400.', { exact: true }).waitFor();
    const line = readFileSync(join(real.folder, files.codex), 'utf8').split('\n').length - 50;
    await page.goto(`${real.viewer.address}${SESSION}#L${line}`);
    await page.getByText(`number ${451 - 50}.`, { exact: true }).waitFor();
    await close();
  });

  it('exports without secrets, after it has said what is replaced', async () => {
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT'.padEnd(36, 'x7Yz')}`;
    answer(`use ${secret} please`);
    const { page, offences, close } = await openPage(browser, real.url(SESSION));
    await page.locator('article[data-row="0"]').waitFor();
    await page.keyboard.press('s');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('github-token').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog
        .locator('a[download], a[href*="/export"], button')
        .filter({ hasText: /download|export/i })
        .last()
        .click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('redacted:github-token');
    expect(text).not.toContain(secret);
    expect(offences).toEqual([]);
    await close();
  });

  it('says that the server is gone, and stays readable', async () => {
    const { page, close } = await openPage(browser, real.url(SESSION));
    await page.locator('article[data-row="0"]').waitFor();
    await real.viewer.close();
    await waitForServerGone(page);
    expect(await page.locator('article[data-row="0"]').count()).toBe(1);
    await close();
  });
});
