import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, until } from '../../live/fake-session.ts';
import { hostilePayloads } from '../hostile-payloads.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage, type WatchedPage } from '../open-page.ts';
import { setHidden } from './real-viewer.ts';
import { type RunViewer, startRunViewer } from './run-viewer.ts';

let server: RunViewer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  server = await startRunViewer();
  watched = await openPage(browser, server.url(''));
  page = watched.page;
});
afterEach(async () => {
  expect(watched.offences).toEqual([]);
  await watched.close();
  await server.close();
  expect(server.faults).toEqual([]);
});

const main = () => page.locator('main[data-page="run"]');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Starts an agent by the form, found from the first page. */
async function start(prompt: string): Promise<void> {
  await page.locator('nav.nav').getByRole('link', { name: 'Run' }).click();
  await page.getByRole('link', { name: 'New run' }).click();
  await page.getByLabel('Prompt').fill(prompt);
  await page.getByLabel('Agent').selectOption('claude');
  await button('Start').click();
}

async function waits(): Promise<void> {
  await page.locator('[data-approval]').waitFor();
  expect(await main().getAttribute('data-state')).toBe('waiting');
}

describe('five tasks of a new user', () => {
  it('finds what waits, from any page', async () => {
    await start('run:a');
    await waits();
    await page.locator('nav.nav').getByRole('link', { name: 'Usage' }).click();
    await page.locator('main[data-page="usage"]').waitFor();
    expect(await page.title()).toMatch(/^\(1\) /);
    await page.locator('nav.nav').getByRole('link', { name: 'Run' }).getByText('1').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.locator('main[data-page="run"]').waitFor();
    await page.keyboard.press('c');
    expect(await page.getByLabel('Prompt').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.locator('.run-inbox').getByText('wants to run touch a').click();
    await waits();
    expect(page.url()).toMatch(/\/run\/claude\/[0-9a-f-]{36}$/);
    expect(server.made('a')).toBe(false);
  });

  it('approves once, and only that ran', async () => {
    await start('run:a run:b');
    await waits();
    expect(await page.locator('[data-approval]').textContent()).toContain('$ touch a');
    expect(await page.locator('[data-effect="unknown"]').textContent()).toMatch(/not known/i);
    await button('Allow once').click();
    await page.locator('[data-approval]', { hasText: '$ touch b' }).waitFor();
    expect([server.made('a'), server.made('b')]).toEqual([true, false]);
    expect(server.notes().filter(({ ran }) => ran !== undefined)).toHaveLength(1);
  });

  it('declines and says why, and the agent is told', async () => {
    await start('run:a text:after');
    await waits();
    await button('Decline').click();
    await page.getByLabel('Why not? The agent is told.').fill('not before the release');
    await button('Decline').click();
    await page.getByText('not before the release').first().waitFor();
    await page.getByText('said after').first().waitFor();
    expect(server.made('a')).toBe(false);
    expect(server.notes().some(({ ran }) => ran !== undefined)).toBe(false);
  });

  it('steers a turn that runs, and queues what comes after it', async () => {
    await start('run:a text:first');
    await waits();
    await page.getByLabel('Say something to the agent').last().fill('text:steered');
    await button('Send').click();
    await page.getByText('The agent takes it when it has its answer.').waitFor();
    await button('After this turn').click();
    await page.getByLabel('Say something to the agent').last().fill('text:queued');
    await button('Send').click();
    await page.locator('.run-inbox').getByText('text:queued').waitFor();
    await button('Decline').click();
    await page.keyboard.press('Enter');
    await page.getByText('said queued').first().waitFor();
    await page.getByText('text:steered').first().waitFor();
    expect(server.made('a')).toBe(false);
  });

  it('stops a command, and nothing of it is left', async () => {
    await start('hang');
    await until(() => server.notes().some(({ pid }) => pid !== undefined));
    const pid = Number(server.notes().find((note) => note.pid !== undefined)?.pid);
    expect(isAlive(pid)).toBe(true);
    await button('Stop').click();
    await page.locator('main[data-state="idle"]').waitFor();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('an approval', () => {
  it('takes no key in its first moment, and Enter never', async () => {
    await start('run:a run:b');
    await page.evaluate(() => {
      const press = () => {
        for (const key of ['a', 'A', 'Enter', ' '])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      };
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-approval]')) return;
        observer.disconnect();
        press();
        setTimeout(press, 150);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await waits();
    const allow = button('Allow once');
    await allow.focus();
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await allow.focus();
    await page.keyboard.press('Enter');
    await page.locator('body').press('Enter');
    // A key that is held down since before the question came is no answer to it.
    await page.evaluate(() => {
      for (const key of ['a', 'A'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat: true }));
    });
    expect(server.notes().filter(({ answered }) => answered !== undefined)).toEqual([]);
    expect(server.made('a')).toBe(false);
    await page.locator('.run-head h1').click();
    await page.keyboard.press('a');
    await page.locator('[data-approval]', { hasText: '$ touch b' }).waitFor();
    expect([server.made('a'), server.made('b')]).toEqual([true, false]);
  });

  it('in this run holds for this exact command', async () => {
    await start('run:a run:a run:ab');
    await waits();
    await button('Allow in this run').click();
    await page.locator('[data-approval]', { hasText: '$ touch ab' }).waitFor();
    await page.locator('.run-allowed').getByText('touch a', { exact: true }).waitFor();
    expect([server.made('a'), server.made('ab')]).toEqual([true, false]);
  });

  it('may be edited, and what was edited is what runs', async () => {
    await start('run:a');
    await waits();
    await button('Edit').click();
    await page.getByLabel('Another command, for this call alone').fill('touch other');
    await button('Allow the edited one').click();
    await page.locator('main[data-state="idle"]').waitFor();
    expect([server.made('a'), server.made('other')]).toEqual([false, true]);
  });

  it('that another page answered says so, and is locked', async () => {
    await start('run:a');
    await waits();
    const other = await openPage(browser, server.url(new URL(page.url()).pathname.slice(1)));
    await other.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await other.page.keyboard.press('Enter');
    await page.getByText('Answered on another page: declined.').waitFor();
    expect(await page.locator('[data-approval]').count()).toBe(0);
    expect(server.made('a')).toBe(false);
    await other.close();
  });

  it('cannot be given while the connection is lost', async () => {
    await start('run:a');
    await waits();
    await expect.poll(() => button('Allow once').isEnabled()).toBe(true);
    await setHidden(page, true);
    await page.route('**/api/events*', (route) => route.abort());
    await setHidden(page, false);
    await page.locator('main[data-state="lost"]').waitFor();
    for (const name of ['Allow once', 'Allow in this run', 'Edit', 'Decline', 'Stop'])
      expect(await button(name).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    expect(server.made('a')).toBe(false);
    await page.unroute('**/api/events*');
    await page.locator('main[data-state="waiting"]').waitFor({ timeout: 30_000 });
    await button('Allow once').click();
    await page.locator('main[data-state="idle"]').waitFor();
    expect(server.made('a')).toBe(true);
  });

  it('of a question of the agent is an answer', async () => {
    await start('ask');
    await page.getByLabel('Blue').check();
    await button('Answer').click();
    await page.locator('main[data-state="idle"]').waitFor();
    expect(JSON.stringify(server.notes())).toContain('"Blue"');
  });
});

describe('the page Run', () => {
  it('does not say that nothing waits while the connection is lost', async () => {
    await page.locator('nav.nav').getByRole('link', { name: 'Run' }).click();
    await page.getByText('Nothing waits for you.').waitFor();
    await setHidden(page, true);
    await page.route('**/api/events*', (route) => route.abort());
    await setHidden(page, false);
    await page.getByText('Not known: the connection is lost.').waitFor();
    expect(await page.getByText('Nothing waits for you.').count()).toBe(0);
  });

  it('shows what an agent wants as text, whatever it is', async () => {
    // The fake agent takes its words apart at blanks and colons, and its lines at separators of Unicode.
    const words = hostilePayloads().filter((payload) => /^[ -9;-~\n]{1,200}$/.test(payload));
    expect(words.length).toBeGreaterThan(50);
    await start(`run:${words.join('\n').replaceAll(' ', '\t')}`);
    await waits();
    expect(await page.locator('[data-approval] pre').first().textContent()).toContain('<script>alert(1)</script>');
    expect(await page.locator('main script, main iframe, main object, main [onerror], main [onload]').count()).toBe(0);
    await button('Decline').click();
    await page.keyboard.press('Enter');
    await page.locator('main[data-state="idle"]').waitFor();
  });

  it('tells a hidden tab that somebody waits, by its title and by the browser', async () => {
    await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      class Told {
        static permission = 'granted';
        onclick = null;
        constructor(title: string, options: NotificationOptions) {
          told.push(`${title}: ${options.body}`);
        }
      }
      Object.assign(window, { Notification: Told });
    });
    await start('text:hello');
    await page.locator('main[data-state="idle"]').waitFor();
    await page.getByLabel('The next prompt').fill('run:a');
    await setHidden(page, true);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    expect(await page.evaluate('told')).toEqual(['An agent waits for you: text:hello']);
    await setHidden(page, false);
    await button('Decline').click();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).not.toMatch(/^\(/);
    expect(server.made('a')).toBe(false);
  });

  it('goes on with a run that is over', async () => {
    await start('text:hello');
    await page.locator('main[data-state="idle"]').waitFor();
    await button('End').click();
    await page.locator('main[data-state="ended"]').waitFor();
    await button('Go on with it').click();
    await page.getByRole('heading', { name: /^Go on with/ }).waitFor();
    expect(page.url()).toContain('/run?resume=claude%2F');
    // Whichever agent is the first of the list: a session goes on with its own.
    expect(await page.getByLabel('Agent', { exact: true }).inputValue()).toBe('claude');
  });

  it('takes an empty field for a folder that is typed next, not for the first of the list', async () => {
    await page.locator('nav.nav').getByRole('link', { name: 'Run' }).click();
    const folder = page.getByLabel('Folder');
    await expect.poll(() => folder.inputValue()).toBe(server.project);
    await folder.fill('');
    expect(await folder.inputValue()).toBe('');
  });

  it('shows after a reload what it showed before', async () => {
    await start('text:hello run:a');
    await waits();
    // Buttons of a row are made when somebody is at it.
    const text = () =>
      page.locator('.run-rows').evaluate((rows) => {
        const copy = rows.cloneNode(true) as Element;
        for (const actions of copy.querySelectorAll('.item-actions')) actions.remove();
        return copy.textContent;
      });
    const before = await text();
    await page.reload();
    await waits();
    await expect.poll(text).toBe(before);
  });

  it('has no serious violation in light and dark, at three widths, with and without a run', async () => {
    await start('text:hello run:../outside');
    await waits();
    const address = page.url();
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [1024, 'light'],
      [1024, 'dark'],
      [400, 'light'],
      [400, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await page.emulateMedia({ colorScheme });
      for (const place of [address, new URL('/run', address).href]) {
        await page.goto(place);
        await page.locator(place === address ? '[data-approval]' : '.start-form').waitFor();
        if (place === address) await expect.poll(() => button('Allow once').isEnabled()).toBe(true);
        const shots = process.env.RUN_SHOTS;
        if (shots)
          await page.screenshot({
            path: `${shots}/${place === address ? 'run' : 'start'}-${width}-${colorScheme}.png`,
          });
        await page.evaluate(axe.source);
        const serious: unknown[] = await page.evaluate(
          `axe.run().then(({ violations }) => violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]))`,
        );
        expect(serious, `${place} at ${width} in ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    }
  });
});
