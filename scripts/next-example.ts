// Builds examples/next-chat with the real `next` and opens it: npm run next-example [PICTURE]
// In the user's cache folder, from the packed package. The agent is a stand-in that prints a recording.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../test/browser/launch-chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'threadline/next-example');
const project = join(cache, 'project');
const PORT = 34_417;
const STARTED_MS = 60_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

function npm(args: readonly string[], cwd: string): void {
  execFileSync('npm', [...args, '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The example beside the package as it would be published. What npm fetched before stays. */
function prepare(): void {
  mkdirSync(project, { recursive: true });
  for (const name of readdirSync(cache).filter((one) => one.endsWith('.tgz'))) rmSync(join(cache, name));
  for (const name of ['app', 'next.config.mjs']) rmSync(join(project, name), { recursive: true, force: true });
  cpSync(join(root, 'examples/next-chat'), project, { recursive: true });
  npm(['pack', root, '--ignore-scripts', '--pack-destination', cache], cache);
  const [tarball] = readdirSync(cache).filter((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm packed nothing');
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', join(cache, tarball)], project);
}

async function isUp(url: string): Promise<void> {
  for (const end = Date.now() + STARTED_MS; Date.now() < end; ) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('next did not start');
}

/** Says something on the page, and looks whether the agent's work is shown. */
async function open(url: string, picture: string | undefined): Promise<string[]> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  const faults: string[] = [];
  page.on('console', (message) => {
    // A browser asks for an icon by itself, and the example has none.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  try {
    await page.goto(url);
    await page.getByLabel('Prompt').fill('List the files');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('article.kind-prompt', { hasText: 'List the files' }).waitFor();
    await page.locator('article.kind-command').first().waitFor();
    await page.locator('article.kind-answer').first().waitFor();
    await page.getByRole('button', { name: 'Send' }).waitFor();
    if (picture) await page.screenshot({ path: picture, fullPage: true });
    return faults;
  } finally {
    await browser.close();
  }
}

prepare();
const next = join(project, 'node_modules/next/dist/bin/next');
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  CODEX_CLI_PATH: join(root, 'test/fakes/codex-recording.mjs'),
  CODEX_API_KEY: 'key',
  CODEX_HOME: join(cache, 'home'),
};
execFileSync(process.execPath, [next, 'build'], { cwd: project, env, stdio: ['ignore', 'inherit', 'inherit'] });
const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(PORT)], {
  cwd: project,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  const url = `http://127.0.0.1:${PORT}`;
  await isUp(url);
  const faults = await open(url, process.argv[2]);
  for (const fault of faults) print(`FAIL ${fault}`);
  if (faults.length === 0)
    print('ok   next built the example; a prompt, a command and an answer were shown, without a fault');
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  server.kill();
}
