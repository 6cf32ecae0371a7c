import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launchChromium } from '../browser/launch-chromium.ts';
import { startTeamWithLogins } from './team-with-logins.ts';

const started = await startTeamWithLogins();

/** Logs in at the provider, whose own pages these are. */
async function passProvider(page: Page, person: string): Promise<void> {
  await page.locator('input[name=login]').fill(person);
  await page.locator('input[name=password]').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe.skipIf('skip' in started || findChromium() === undefined)('a person in a real browser', () => {
  if ('skip' in started) return;
  const { origin, post, close } = started;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await close();
  });

  it('confirms a machine and logs out: a browser sends the Origin of forms by the referrer policy of their page', async () => {
    const { body: device } = await post('/auth/device', { machine: 'laptop' });
    const page = await browser.newPage();
    await page.goto(`${origin}/auth/device?code=${device.user_code}`);
    await passProvider(page, 'anna');
    await page.getByRole('button', { name: 'Yes, log it in' }).click();
    await page.getByRole('heading', { name: 'The machine is logged in' }).waitFor();
    const { status, body } = await post('/auth/device/token', { device_code: device.device_code });
    expect(status).toBe(200);
    expect(body).toHaveProperty('token');
    await page.goto(`${origin}/auth/account`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
  });
});
