// The viewer's budgets, in a real Chromium on the real server: node scripts/viewer-budget.ts [SECONDS | pages]
// CPU and memory are compared with what they may be, wall time is only printed. SECONDS: how long an idle server is watched (60).
// pages: only the pages of large sessions, and the script of every page.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { archiveLimits } from '../src/limits/archive.ts';
import { launchChromium } from '../test/browser/launch-chromium.ts';
import { measurePages } from './page-budget.ts';
import { metric, open, scriptKilobytes, scrollCost } from './page-meter.ts';

const SESSIONS = 10_000;
const ROWS = 50_000;
const LONG_LINE_BYTES = 30 * 1024 * 1024;
const TABS = 8;
/** A session that nobody looks at is let go after a minute, its thread half a minute later, and what they held is collected then. */
const LET_GO_MS = 100_000;
const LONG_AGO = Date.UTC(2026, 10, 14, 9, 30) / 1000;
const MEGABYTE = 1024 * 1024;
const isPages = process.argv[2] === 'pages';
const seconds = Number(isPages ? 0 : (process.argv[2] ?? 60));
const ticksASecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

let missed = 0;
function compare(what: string, value: number, most: number, unit: string): void {
  const isMet = value <= most;
  if (!isMet) missed += 1;
  process.stdout.write(`${isMet ? 'ok  ' : 'MISS'}  ${what}: ${value.toFixed(2)} ${unit} (at most ${most})\n`);
}

const idOf = (number: number) => `01a1d8ee-7b3c-7e21-8a44-${String(number).padStart(12, '0')}`;

function answerLine(id: string, text: string): string {
  const item = { type: 'AgentMessage', id, content: [{ type: 'Text', text }] };
  const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
  return JSON.stringify({ timestamp: '2026-11-14T09:30:00.000Z', ordinal: 1, type: 'event_msg', payload });
}

/** What a request used, of some quarter of an hour in two weeks. */
function usageLine(number: number, request: number): string {
  const at = new Date(Date.UTC(2026, 10, 1) + (number % 1300) * 900_000 + request * 60_000).toISOString();
  const usage = {
    input_tokens: 1000 + request,
    cached_input_tokens: 500,
    output_tokens: 100,
    reasoning_output_tokens: 0,
  };
  const payload = { thread_id: idOf(number), response_id: `r${number}.${request}`, usage };
  return JSON.stringify({ timestamp: at, ordinal: 1, type: 'token_usage_record', payload });
}

/** Codex sessions: many small ones, one with many rows, one with a long line. Gives where each is. */
function writeHome(home: string): { many: string; long: string } {
  const place = (number: number) => {
    const day = join(home, 'sessions/2026/11', String(1 + (number % 14)).padStart(2, '0'));
    mkdirSync(day, { recursive: true });
    return join(day, `rollout-2026-11-14T09-00-00-${idOf(number)}.jsonl`);
  };
  const meta = (number: number) =>
    JSON.stringify({
      timestamp: '2026-11-14T09:00:00.000Z',
      ordinal: 0,
      type: 'session_meta',
      payload: {
        id: idOf(number),
        timestamp: '2026-11-14T09:00:00.000Z',
        cwd: `/home/you/p${number % 40}`,
        cli_version: '0.166.0',
      },
    });
  const write = (number: number, lines: readonly string[]) => {
    writeFileSync(place(number), `${[meta(number), ...lines].join('\n')}\n`);
    // Nobody is at work in them.
    utimesSync(place(number), LONG_AGO, LONG_AGO);
  };
  for (let number = 2; number < SESSIONS; number += 1) {
    write(number, [
      ...Array.from({ length: 20 }, (_, line) => answerLine(`m${line}`, `answer ${line} ${'word '.repeat(70)}`)),
      ...Array.from({ length: 15 }, (_, request) => usageLine(number, request)),
    ]);
  }
  write(
    0,
    Array.from({ length: ROWS }, (_, line) => answerLine(`m${line}`, `answer ${line} ${'word '.repeat(line % 60)}`)),
  );
  write(1, [answerLine('long', 'long '.repeat(LONG_LINE_BYTES / 5)), answerLine('after', 'after it')]);
  return { many: place(0), long: place(1) };
}

function statOf(pid: number): { cpuSeconds: number; residentMegabytes: number } {
  // The name of the program, which may hold blanks, ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksASecond,
    residentMegabytes: Number(resident) / 1024,
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Per cent of a core, over the seconds that were asked for. */
async function idleLoad(pid: number, during: () => void = () => {}): Promise<number> {
  const before = statOf(pid).cpuSeconds;
  for (let second = 0; second < seconds; second += 1) {
    during();
    await pause(1000);
  }
  return ((statOf(pid).cpuSeconds - before) / seconds) * 100;
}

/** Waits until a server that was busy has nothing to do. */
async function settle(pid: number): Promise<void> {
  for (let before = -1; ; ) {
    const { cpuSeconds } = statOf(pid);
    if (cpuSeconds - before < 0.05) return;
    before = cpuSeconds;
    await pause(2000);
  }
}

async function heapMegabytes(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage');
  return (await metric(client, 'JSHeapUsedSize')) / MEGABYTE;
}

/** What a request to the API costs the server, and how long it takes. */
async function costOf(address: string, pid: number, place: string): Promise<{ cpuMs: number; ms: number }> {
  const { origin, searchParams } = new URL(address);
  const headers = { authorization: `Bearer ${searchParams.get('token')}`, 'accept-encoding': 'identity' };
  const [before, started] = [statOf(pid).cpuSeconds, performance.now()];
  const answer = await fetch(`${origin}/api/${place}`, { headers });
  if (!answer.ok) throw new Error(`${place} is answered with ${answer.status}`);
  await answer.arrayBuffer();
  return { cpuMs: (statOf(pid).cpuSeconds - before) * 1000, ms: performance.now() - started };
}

/** The page of usage, the first time and then once more; and the first rows of a long session that nobody has read. */
async function measureAnswers(address: string, pid: number): Promise<void> {
  const usage = 'usage?by=day&since=30d&zone=Asia/Kathmandu';
  const first = await costOf(address, pid, usage);
  process.stdout.write(`      usage, first time: ${first.cpuMs.toFixed(0)} ms CPU, ${first.ms.toFixed(0)} ms\n`);
  compare('usage', (await costOf(address, pid, usage)).cpuMs, 100, 'ms CPU');
  const rows = `sessions/codex/${idOf(0)}/rows?from=0&limit=200&early=1`;
  compare(`first of ${ROWS} rows, cold, as the server answers`, (await costOf(address, pid, rows)).ms, 150, 'ms');
  const begun = performance.now();
  await costOf(address, pid, `sessions/codex/${idOf(0)}/rows?from=${ROWS - 200}&limit=200`);
  process.stdout.write(`      last of ${ROWS} rows, cold: ${(performance.now() - begun).toFixed(0)} ms\n`);
}

async function measure(address: string, server: ChildProcess, files: { many: string }): Promise<void> {
  const pid = server.pid ?? 0;
  const { origin } = new URL(address);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.session-row').first().waitFor();
    await settle(pid);
    const session = (number: number) => `${origin}/s/codex/${idOf(number)}`;

    const list = await open(page, `${origin}/`, '.session-row', `list of ${SESSIONS} sessions`);
    compare('list: main thread', (await metric(list, 'TaskDuration')) * 1000, 300, 'ms CPU');
    await page.close();

    const warm = await context.newPage();
    await open(warm, session(0), 'article[data-row]', `${ROWS} rows, cold`);
    await warm.close();
    const rows = { url: session(0), selector: 'article[data-row]' };
    compare('script of a session as it is sent', await scriptKilobytes(browser, address, rows), 150, 'kB');
    const thread = await context.newPage();
    const many = await open(thread, session(0), 'article[data-row]', `${ROWS} rows, warm`);
    compare('rows: main thread to first content', (await metric(many, 'TaskDuration')) * 1000, 300, 'ms CPU');
    compare('scroll by 600 px', await scrollCost(thread, many, '.thread'), 16, 'ms CPU');
    compare('heap after scrolling', await heapMegabytes(many), 60, 'MB');
    await thread.close();

    const large = await context.newPage();
    const long = await open(large, session(1), 'article[data-row="1"]', 'a line of 30 MB');
    compare('long line: heap', await heapMegabytes(long), 60, 'MB');
    await large.close();

    await settle(pid);
    // This work ends, so it is told by itself: what comes after it goes on for days.
    const before = statOf(pid).cpuSeconds;
    await pause(LET_GO_MS);
    process.stdout.write(
      `      to let go of what was open: ${((statOf(pid).cpuSeconds - before) * 1000).toFixed(0)} ms CPU\n`,
    );
    compare('idle server', await idleLoad(pid), 0.5, '% of a core');
    const tabs: Page[] = [];
    for (let tab = 0; tab < TABS; tab += 1) {
      // Contexts of their own: one has six connections at most.
      const one = await (await browser.newContext()).newPage();
      await one.goto(address);
      await one.goto(session(0));
      await one.locator('article[data-row]').first().waitFor();
      tabs.push(one);
    }
    await settle(pid);
    let line = 0;
    const load = await idleLoad(pid, () =>
      appendFileSync(files.many, `${answerLine(`live${line}`, `live ${line++}`)}\n`),
    );
    compare(`${TABS} tabs on a session that grows by a line a second`, load, 5, '% of a core');
  } finally {
    await browser.close();
  }
}

/** Waits until a server has indexed all sessions. */
async function indexed(one: ChildProcess): Promise<void> {
  const [address] = await once(one.stdout ?? one, 'data');
  const { origin, searchParams } = new URL(String(address).trim());
  const headers = { authorization: `Bearer ${searchParams.get('token')}` };
  for (let state = ''; state !== 'fresh'; await pause(1000)) {
    state = (await (await fetch(`${origin}/api/hello`, { headers })).json()).index.state;
  }
}

/** The list and the thread, on the server with ten thousand sessions. */
async function measureLarge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-budget-'));
  const home = join(folder, 'codex');
  process.stdout.write(`writing ${SESSIONS} sessions …\n`);
  const files = writeHome(home);
  const bin = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));
  const startServer = (): ChildProcess =>
    spawn(process.execPath, [bin, 'serve', '--port', '0', '--home', home], {
      env: { ...process.env, THREADLINE_HOME: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  let server = startServer();
  try {
    await indexed(server);
    // Another one: what the first needed to index is not what it needs to run.
    server.kill('SIGINT');
    await once(server, 'exit');
    server = startServer();
    const [address] = await once(server.stdout ?? server, 'data');
    compare('server until it is ready', statOf(server.pid ?? 0).cpuSeconds * 1000, 300, 'ms CPU');
    await settle(server.pid ?? 0);
    // The thread that indexes ends after a while without work.
    await pause(archiveLimits.indexWorkerIdleMs + 1000);
    compare('server with all sessions listed', statOf(server.pid ?? 0).residentMegabytes, 150, 'MB');
    await measureAnswers(String(address).trim(), server.pid ?? 0);
    await measure(String(address).trim(), server, files);
    process.stdout.write(`      server at the end: ${statOf(server.pid ?? 0).residentMegabytes.toFixed(0)} MB\n`);
  } finally {
    server.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!isPages) await measureLarge();
await measurePages(compare);
process.stdout.write(missed === 0 ? 'all budgets are kept\n' : `${missed} budgets are missed\n`);
process.exitCode = missed === 0 ? 0 : 1;
