// The archive's budgets on a home of 10 000 sessions: node scripts/archive-budget.ts [SECONDS [SESSIONS]]
// CPU and memory are compared with what they may be, wall time is only printed. SECONDS: how long an idle `tail --all` is
// watched (60).
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchiveHome } from '../bench/data/archive-home.ts';
import { createProgress } from './progress.ts';

const [seconds = 60, sessions = 10_000] = process.argv.slice(2).map(Number);
const APPENDS = 5;
const program = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));
const ticksASecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const folder = mkdtempSync(join(tmpdir(), 'threadline-archive-budget-'));
const home = join(folder, 'home');
const env = { ...process.env, THREADLINE_HOME: join(folder, 'archive'), NO_COLOR: '1' };

const progress = createProgress();
function say(line: string): void {
  progress('');
  process.stdout.write(`${line}\n`);
}

let missed = 0;
function compare(what: string, value: number, most: number, unit: string): void {
  const isMet = value <= most;
  if (!isMet) missed += 1;
  say(`${isMet ? 'ok  ' : 'MISS'}  ${what}: ${value.toFixed(2)} ${unit} (at most ${most})`);
}

function statOf(pid: number): { cpuSeconds: number; peakMegabytes: number } {
  // The name of the program, which may hold blanks, ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksASecond, peakMegabytes: Number(peak) / 1024 };
}

/** Undefined for one that has ended, and is a name only. */
function tryStatOf(pid: number): ReturnType<typeof statOf> | undefined {
  try {
    const found = statOf(pid);
    return Number.isNaN(found.peakMegabytes) ? undefined : found;
  } catch {
    return undefined;
  }
}

function start(args: readonly string[]): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid === undefined) throw new Error(`cannot start threadline ${args[0]}`);
  return Object.assign(child, { pid: child.pid });
}

/** Runs a command to its end. What it took is read while it runs: nobody can ask afterwards. */
async function run(args: readonly string[]) {
  const started = performance.now();
  const child = start(args);
  const ended = once(child, 'exit');
  let last = { cpuSeconds: 0, peakMegabytes: 0 };
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (child.exitCode === null && child.signalCode === null) {
    const now = tryStatOf(child.pid);
    if (!now) break;
    last = now;
    progress(`threadline ${args[0]}: ${last.cpuSeconds.toFixed(1)} s CPU, ${last.peakMegabytes.toFixed(0)} MB`);
    await pause(20);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`threadline ${args.join(' ')} ended with ${code}`);
  return { ...last, output, wallMs: Math.round(performance.now() - started) };
}

/** An answer in a session that nobody is at work in. */
function appendAnswer(path: string, text: string): void {
  const item = { type: 'AgentMessage', id: text, content: [{ type: 'Text', text: `it is ${text} again` }] };
  const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
  const line = { timestamp: new Date().toISOString(), ordinal: 99_999, type: 'event_msg', payload };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

async function findAppended(): Promise<void> {
  const paths = globSync('sessions/**/*.jsonl', { cwd: home }).sort();
  for (let count = 1; count <= APPENDS; count += 1) {
    // Every second one is paginated, as the line is.
    const path = paths[(Math.floor((paths.length * count) / (APPENDS + 1)) >> 1) * 2 + 1] ?? '';
    const word = `quetzal${count}x`;
    appendAnswer(join(home, path), word);
    const { output, cpuSeconds, wallMs } = await run(['search', word, '--home', home, '--json']);
    const { hits } = JSON.parse(output) as { hits: unknown[] };
    say(`      a line that was added, found after ${wallMs} ms`);
    compare('hits that are missing', 1 - hits.length, 0, '');
    compare('a search for it, with the look at all files', cpuSeconds, 2, 's CPU');
  }
}

async function watchIdle(): Promise<void> {
  const tail = start(['tail', '--all', '--home', home]);
  tail.stdout?.resume();
  for (let before = -1; ; ) {
    const { cpuSeconds } = statOf(tail.pid);
    if (cpuSeconds - before < 0.05) break;
    before = cpuSeconds;
    await pause(2000);
  }
  const before = statOf(tail.pid).cpuSeconds;
  progress(`watching 'tail --all' for ${seconds} s`);
  await pause(seconds * 1000);
  const { cpuSeconds, peakMegabytes } = statOf(tail.pid);
  compare(`'tail --all' without anything to do`, ((cpuSeconds - before) / seconds) * 100, 0.5, '% of a core');
  compare(`'tail --all', peak memory`, peakMegabytes, 200, 'MB');
  tail.kill('SIGINT');
  await once(tail, 'exit');
}

try {
  progress(`writing ${sessions} sessions`);
  const bytes = makeArchiveHome(home, sessions);
  say(`      ${sessions} sessions, ${(bytes / 1e6).toFixed(0)} MB`);
  const index = await run(['archive', 'index', '--home', home, '--yes']);
  say(`      first index: ${index.cpuSeconds.toFixed(1)} s CPU, ${index.wallMs} ms`);
  compare('first index, peak memory', index.peakMegabytes, 200, 'MB');
  await findAppended();
  await watchIdle();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
