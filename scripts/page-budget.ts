// The budgets of the pages about one session that is large in another way than by its rows: 5 000 changed lines, 10 000 calls;
// and the script of every page. For scripts/viewer-budget.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../test/browser/launch-chromium.ts';
import { metric, open, scriptKilobytes, scrollCost } from './page-meter.ts';

const FILES = 20;
const LINES_A_FILE = 250;
const TURNS = 100;
const CALLS_A_TURN = 100;
const BEGIN = Date.UTC(2026, 10, 14, 9);
const FIRST_MS = 300;
const SCROLL_MS = 16;
const SCRIPT_KILOBYTES = 150;
const LOADS = 5;

type Compare = (what: string, value: number, most: number, unit: string) => void;

const changed = '00000000-0000-4000-8000-000000005000';
const timed = '00000000-0000-4000-8000-000000010000';

export async function measurePages(compare: Compare): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-page-budget-'));
  const home = join(folder, 'claude');
  writeSessions(home);
  const bin = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));
  const server: ChildProcess = spawn(process.execPath, [bin, 'serve', '--port', '0', '--home', home], {
    env: { ...process.env, THREADLINE_HOME: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await launchChromium();
  try {
    const [told] = await once(server.stdout ?? server, 'data');
    const address = String(told).trim();
    const { origin } = new URL(address);
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
    const first = await context.newPage();
    await first.goto(address);
    await first.locator('.session-row').first().waitFor();
    await first.close();
    const url = (id: string, tab: string) => `${origin}/s/claude/${id}${tab}`;
    const changes = { url: url(changed, '/changes'), selector: '[data-hunk]' };
    const time = { url: url(timed, '/time'), selector: '[data-node]' };
    await measureOne(context, changes, `Changes of ${FILES * LINES_A_FILE} lines`, compare);
    await measureOne(context, time, `Time of ${TURNS * CALLS_A_TURN} calls`, compare);
    const ready = 'main[data-state="ready"]';
    const known = `${ready}, main[data-state="empty"]`;
    const places = {
      thread: { url: url(changed, ''), selector: 'article[data-row]' },
      changes,
      time,
      'usage of a session': { url: url(changed, '/usage'), selector: ready },
      list: { url: `${origin}/`, selector: '.session-row' },
      search: { url: `${origin}/search`, selector: 'h1' },
      usage: { url: `${origin}/usage`, selector: known },
      insights: { url: `${origin}/insights`, selector: known },
      compare: { url: `${origin}/compare?a=claude/${changed}&b=claude/${timed}`, selector: known },
      problems: { url: `${origin}/problems`, selector: 'h1' },
      run: { url: `${origin}/run`, selector: 'h1' },
    };
    for (const [name, place] of Object.entries(places))
      compare(`script: ${name}`, await scriptKilobytes(browser, address, place), SCRIPT_KILOBYTES, 'kB');
  } finally {
    await browser.close();
    server.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The middle of several loads of a server that has read the session. */
async function measureOne(
  context: BrowserContext,
  { url, selector }: { url: string; selector: string },
  what: string,
  compare: Compare,
): Promise<void> {
  const loads: number[] = [];
  let scroll = 0;
  for (let load = 0; load <= LOADS; load += 1) {
    const page = await context.newPage();
    const client = await open(page, url, selector, `${what}, ${load === 0 ? 'cold' : 'warm'}`);
    if (load > 0) loads.push((await metric(client, 'TaskDuration')) * 1000);
    if (load === LOADS) scroll = await scrollCost(page, client);
    await page.close();
  }
  compare(
    `${what}: main thread to first content`,
    loads.sort((one, other) => one - other)[LOADS >> 1] ?? 0,
    FIRST_MS,
    'ms CPU',
  );
  compare(`${what}: scroll by 600 px`, scroll, SCROLL_MS, 'ms CPU');
}

/** One session that writes many lines, and one that makes many calls. */
function writeSessions(home: string): void {
  const lines = (file: number) =>
    Array.from({ length: LINES_A_FILE }, (_, line) => `  const value${line} = made(${file}, ${line});\n`);
  const edits = Array.from({ length: FILES }, (_, file) => {
    const content = lines(file).join('');
    return {
      name: 'Write',
      input: { file_path: `/home/you/p/src/part${file}.ts`, content },
      result: { type: 'create', content },
    };
  });
  writeSession(home, changed, [edits]);
  const calls = Array.from({ length: CALLS_A_TURN }, (_, call) => ({
    name: 'Bash',
    input: { command: `npm test -- part${call}` },
    result: { stdout: 'ok', stderr: '' },
  }));
  writeSession(
    home,
    timed,
    Array.from({ length: TURNS }, () => calls),
  );
}

interface MadeCall {
  name: string;
  input: object;
  result: object;
}

function writeSession(home: string, id: string, turns: readonly (readonly MadeCall[])[]): void {
  const base = { sessionId: id, cwd: '/home/you/p', version: '2.1.75', gitBranch: 'main', isSidechain: false };
  let count = 0;
  const stamp = () => {
    count += 1;
    const uuid = `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`;
    return { uuid, timestamp: new Date(BEGIN + count * 700).toISOString() };
  };
  const records: object[] = [];
  for (const calls of turns) {
    records.push({ ...base, ...stamp(), type: 'user', message: { role: 'user', content: 'Go on, please.' } });
    for (const { name, input, result } of calls) {
      const use = `toolu_${count}`;
      const usage = {
        input_tokens: 3,
        output_tokens: 90,
        cache_read_input_tokens: 20_000,
        cache_creation_input_tokens: 400,
      };
      const content = [{ type: 'tool_use', id: use, name, input }];
      const message = {
        id: `msg_${count}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content,
        usage,
      };
      records.push({ ...base, ...stamp(), requestId: `req_${count}`, type: 'assistant', message });
      const block = { type: 'tool_result', tool_use_id: use, content: 'ok' };
      records.push({
        ...base,
        ...stamp(),
        type: 'user',
        message: { role: 'user', content: [block] },
        toolUseResult: result,
      });
    }
  }
  const path = join(home, 'projects/-home-you-p', `${id}.jsonl`);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  // Nobody is at work in it.
  utimesSync(path, BEGIN / 1000, BEGIN / 1000);
}
