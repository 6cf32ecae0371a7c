import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalQuestion } from '../../../src/doors/react/approval.tsx';
import { launchChromium } from '../launch-chromium.ts';

declare global {
  interface Window {
    ask(question: ApprovalQuestion): void;
    answers: ApprovalAnswer[];
  }
}

/** A product that shows one question after the other in the same place. */
const PRODUCT = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Approval } from './src/doors/react/approval.tsx';
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  window.answers = [];
  const onAnswer = (answer) => window.answers.push(answer);
  window.ask = (question) => root.render(createElement(Approval, { question, onAnswer }));
`;

let browser: Browser;
let script = '';
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  const { outputFiles } = await build({
    stdin: { contents: PRODUCT, resolveDir: fileURLToPath(new URL('../../../', import.meta.url)), loader: 'tsx' },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  script = outputFiles[0]?.text ?? '';
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
  await page.setContent('<!doctype html><title>asks</title>');
  await page.addScriptTag({ content: script });
});

const ask = (question: ApprovalQuestion) => page.evaluate((asked) => window.ask(asked), question);
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('what was typed for one question is no answer to the next', async () => {
  await ask({ title: 'Run', command: 'touch a' });
  await button('Edit').click();
  await page.getByLabel('Command').fill('rm -rf /');
  await page.getByLabel('Why not').fill('no');
  await ask({ title: 'Run', command: 'touch b' });
  expect(await page.locator('code').textContent()).toBe('touch b');
  expect(await page.getByLabel('Command').count()).toBe(0);
  expect(await page.getByLabel('Why not').inputValue()).toBe('');
  await button('Allow once').click();
  expect(await page.evaluate(() => window.answers)).toEqual([{ decision: 'once' }]);
  await page.close();
});

it.each([
  ['has other changes', { changes: [{ path: 'a', diff: '+b' }] }],
  ['has an id of its own', { id: '2' }],
  ['is for another folder', { cwd: '/elsewhere' }],
])('a question that reads like the one before and %s has a time of its own to be read', async (_, more) => {
  const first = { title: 'Run', command: 'touch a' };
  await ask(first);
  await expect.poll(() => button('Allow once').isEnabled()).toBe(true);
  // Both in one go, so that no time passes between the two.
  const isEnabled = await page.evaluate(
    async (question) => {
      window.ask(question);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector<HTMLButtonElement>('button.allow')?.disabled === false;
    },
    { ...first, ...more },
  );
  expect(isEnabled).toBe(false);
  await expect.poll(() => button('Allow once').isEnabled()).toBe(true);
  await page.close();
});

it('the same question drawn again keeps what was typed', async () => {
  await ask({ title: 'Run', command: 'touch a' });
  await button('Edit').click();
  await page.getByLabel('Command').fill('touch c');
  await ask({ title: 'Run', command: 'touch a', effects: ['makes a file'] });
  expect(await page.getByLabel('Command').inputValue()).toBe('touch c');
  await page.close();
});
