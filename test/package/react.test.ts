import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome, ThreadEvent } from '../../src/index.ts';
import { findChromium, launchChromium } from '../browser/launch-chromium.ts';
import { payloadOutcomes } from '../pages/payload-events.ts';
import { sampleOutcomes } from '../pages/sample-thread.ts';
import { payloads } from '../payloads.ts';
import { type InstalledProject, installPackage } from './installed-project.ts';
import { runNpm } from './run-npm.ts';

const run = promisify(execFile);
const app = fileURLToPath(new URL('./react-app/', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

function* elementsOf(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

const eventsOf = (outcomes: readonly Outcome[]): ThreadEvent[] =>
  outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));

const hostile = (texts: readonly string[]) => texts.flatMap((text) => eventsOf(payloadOutcomes(text)));

const FORBIDDEN = /^(?:script|iframe|img|object|embed|style|link|form|base|meta|math|video)$/;

/** Each version of React that the package names, with the types of its users. */
const VERSIONS = [
  { react: '18.3.1', types: '18.3.8', dom: '18.3.7' },
  { react: '19.3.1', types: '19.3.0', dom: '19.3.0' },
];

let install: InstalledProject;
beforeAll(async () => {
  install = await installPackage();
}, 120_000);
afterAll(() => install.remove());

/** A fresh app with the packed package and React from the registry. */
async function freshApp({ react, types, dom }: (typeof VERSIONS)[number]): Promise<string> {
  const project = join(install.folder, `react-${react}`);
  await mkdir(join(project, 'node_modules'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}');
  const packages = [`react@${react}`, `react-dom@${react}`, `@types/react@${types}`, `@types/react-dom@${dom}`];
  await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...packages], project);
  for (const name of ['threadline', 'zod'])
    await cp(join(install.project, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  await cp(app, project, { recursive: true });
  const data = {
    events: eventsOf(sampleOutcomes()),
    payloadEvents: hostile(payloads),
    fewPayloadEvents: hostile(payloads.filter((_, index) => index % 12 === 0)),
  };
  const lines = Object.entries(data).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(join(project, 'data.mjs'), lines.join(''));
  return project;
}

async function served(project: string, ...args: string[]): Promise<string> {
  const options = { cwd: project, maxBuffer: 256 * 1024 * 1024 };
  return (await run(process.execPath, ['server.mjs', ...args], options)).stdout;
}

/** Opens what the server wrote, with the program of the client. */
async function openApp(project: string, html: string) {
  const { outputFiles } = await build({
    entryPoints: [join(project, 'client.mjs')],
    bundle: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  });
  const [script] = outputFiles;
  const style = await readFile(join(project, 'node_modules/threadline/dist/doors/react/style.css'), 'utf8');
  const browser = await launchChromium();
  // The reader lives elsewhere than the server.
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', viewport: { width: 1000, height: 900 } });
  const page = await context.newPage();
  const offences: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) offences.push(message.text().slice(0, 12000));
  });
  page.on('pageerror', (error) => offences.push(`fault: ${error.message}`));
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route('**/*', (route) => {
    const { pathname, host } = new URL(route.request().url());
    if (host !== 'app.test') offences.push(`request: ${route.request().url()}`);
    if (pathname === '/client.js') return route.fulfill({ contentType: 'text/javascript', body: script?.text ?? '' });
    if (pathname === '/style.css') return route.fulfill({ contentType: 'text/css', body: style });
    if (pathname !== '/') return route.fulfill({ status: 204, body: '' });
    const head =
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>app</title><link rel="stylesheet" href="/style.css">';
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `${head}<div id="root">${html}</div><script type="module" src="/client.js"></script>`,
    });
  });
  await page.goto('http://app.test/');
  await page.waitForFunction('window.isHydrated');
  return { page, offences, close: () => browser.close() };
}

async function stream(page: Page): Promise<void> {
  const push = (event: ThreadEvent | undefined) => page.evaluate((given) => Reflect.get(window, 'push')(given), event);
  const item = { id: 'm', type: 'agent_message' as const };
  await push({ type: 'item.started', item: { ...item, text: 'It be' } });
  await page.locator('#live', { hasText: 'It be' }).waitFor();
  expect(await page.locator('#live').getAttribute('data-state')).toBe('streaming');
  await push({ type: 'item.completed', item: { ...item, text: 'It began and ended.' } });
  await page.locator('#live', { hasText: 'It began and ended.' }).waitFor();
  expect(await page.locator('#live article').count()).toBe(1);
  await push(undefined);
  await page.locator('#live[data-state="done"]').waitFor();
}

describe.each(VERSIONS)('threadline/react of the packed package with React $react', (version) => {
  let project: string;
  let html: string;
  beforeAll(async () => {
    project = await freshApp(version);
    html = await served(project);
  }, 240_000);

  it('renders on a server: every component, and no script of hostile texts', { timeout: 240_000 }, async () => {
    for (const words of [
      'List the files',
      'There is <strong>one</strong> file.',
      'npm test',
      'rm -rf build',
      'weather',
    ])
      expect(html).toContain(words);
    const found = [...elementsOf(parseFragment(await served(project, 'all')))];
    expect(found.length).toBeGreaterThan(1000);
    const faults = found.flatMap(({ tagName, attrs }) => [
      ...(FORBIDDEN.test(tagName) ? [tagName] : []),
      ...attrs.filter(({ name }) => /^(?:on|src|srcdoc|action)/.test(name)).map(({ name }) => name),
      ...attrs
        .filter(({ name, value }) => name === 'href' && !/^(?:https?:|mailto:)/i.test(value))
        .map(({ value }) => value),
    ]);
    expect(faults).toEqual([]);
  });

  it('hydrates without a warning in another zone, streams, answers, and runs nothing', {
    timeout: 240_000,
  }, async (context) => {
    if (findChromium() === undefined) return context.skip('no Chromium is installed');
    const { page, offences, close } = await openApp(project, html);
    await stream(page);
    await page.waitForTimeout(500);
    await page.locator('#approval').getByRole('button', { name: 'Allow once' }).press('Enter');
    expect(await page.evaluate('window.answers')).toEqual([]);
    await page.locator('#approval').getByRole('button', { name: 'Allow once' }).click();
    expect(await page.evaluate('window.answers')).toEqual([{ decision: 'once' }]);
    await page.locator('#events .box-head').first().click();
    expect(await page.locator('#chat').getByText('image-1 iVBORw0KGgo=').count()).toBe(1);
    expect(await page.locator('#hostile :is(script, img, iframe, object, embed, style, link, form)').count()).toBe(0);
    expect(await page.getByText('This row could not be drawn').count()).toBe(0);
    expect(offences).toEqual([]);
    await close();
  });

  it('has types for strict programs', { timeout: 240_000 }, async () => {
    const flags = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--jsx',
      'react-jsx',
    ];
    const modules = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'react,react-dom',
      '--skipLibCheck',
      'false',
    ];
    const said = await run(process.execPath, [tsc, ...flags, ...modules, 'strict.tsx'], { cwd: project }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(said).toBe('');
  });
});

it('has one style sheet, in which every rule is bound to our own elements', async () => {
  const style = await readFile(join(install.installed, 'dist/doors/react/style.css'), 'utf8');
  expect(style).not.toMatch(/@import|url\(|@font-face|:root|(?:^|\})\s*(?:html|body|\*)/);
  const selectors = style.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?:^|[{}])([^{}@;]+)\{/g);
  for (const [, list = ''] of selectors) {
    // Commas inside of :is() and :not() are no list.
    for (const one of list.replaceAll(/\([^)]*\)/g, '').split(',')) expect(one.trim()).toMatch(/^\.threadline/);
  }
});
