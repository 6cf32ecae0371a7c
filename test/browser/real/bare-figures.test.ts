import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { launchChromium } from '../launch-chromium.ts';
import { openPage } from '../open-page.ts';
import { type RealViewer, startRealViewer } from './real-viewer.ts';

let browser: Browser;
let real: RealViewer;
beforeAll(async () => {
  [browser, real] = await Promise.all([launchChromium(), startRealViewer()]);
});
afterAll(() => Promise.all([browser.close(), real.close()]));

/** What the command line says of the same files. */
async function said(...args: string[]) {
  const homes = ['codex', 'claude', 'gemini'].flatMap((name) => ['--home', `${real.folder}/${name}`]);
  const { stdout, stderr, exitCode } = await runCli([...args, '--json', ...homes]);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** An empty value stands for what is not known. */
async function bare(figure: Locator): Promise<number | null> {
  const text = await figure.getAttribute('data-value');
  return text === '' || text === null ? null : Number(text);
}

it('the list has the figures of threadline sessions', async () => {
  const { sessions } = await said('sessions', '--all');
  const { page, close } = await openPage(browser, real.url(''));
  for (const { agent, id, usage } of sessions.filter((one: { parent_id: unknown }) => one.parent_id === null)) {
    const row = page.locator(`[data-key="${agent}/${id}"]`);
    await expect.poll(() => bare(row.locator('.tokens'))).toBe(usage.total);
    expect(await bare(row.locator('.cost'))).toBeCloseTo(usage.cost_usd, 5);
  }
  await close();
});

it('the page of usage has the figures of threadline usage', async () => {
  const { total } = await said('usage');
  const { rows } = await said('usage', '--by', 'session');
  const { page, close } = await openPage(browser, `${real.url('usage')}`);
  const tile = (name: string) => bare(page.locator(`.tile[data-figure="${name}"] [data-value]`));
  await expect.poll(() => tile('Tokens')).toBe(total.total);
  expect(await tile('Cost')).toBeCloseTo(total.cost_usd, 5);
  for (const row of rows) {
    const cells = page.locator(`tr[data-row="${row.key}"]`);
    await cells.waitFor();
    expect(await bare(cells.locator('[data-figure="output"]'))).toBe(row.output);
    expect(await bare(cells.locator('[data-figure="cached"]'))).toBe(row.cached);
    expect(await bare(cells.locator('[data-figure="input"]'))).toBe(row.input - row.cached);
    expect(await bare(cells.locator('[data-figure="cost"]'))).toBeCloseTo(row.cost_usd, 5);
  }
  await close();
});

it('the page of changes has the figures of threadline changes, and as many signs as lines that it shows', async () => {
  const id = '01a1d8ee-7b3c-7e21-8a44-3c9b6f2d0101';
  const { files } = await said('changes', `codex:${id}`);
  const { page, close } = await openPage(browser, real.url(`s/codex/${id}/changes`));
  for (const { path, added, removed, hunks } of files) {
    const file = page.locator(`[data-path="${path}"]`).first();
    await file.waitFor();
    expect(await bare(file.locator('ins').first())).toBe(added);
    expect(await bare(file.locator('del').first())).toBe(removed);
    const lines: string[] = hunks.flatMap((hunk: { lines: string[] }) => hunk.lines);
    expect(lines.filter((line) => line.startsWith('+'))).toHaveLength(added);
    expect(lines.filter((line) => line.startsWith('-'))).toHaveLength(removed);
  }
  await close();
});
