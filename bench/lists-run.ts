import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRandom } from './data/random.ts';
import { rolloutLines } from './data/rollout-lines.ts';
import { createTexts } from './data/texts.ts';
import type { Figures } from './figures.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { root } from './subject.ts';
import { ratios } from './verdict.ts';

const ROUNDS = rounds(5);
const SESSION_LENGTH = 110e3;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const SESSION_EVERY_MS = 40 * 60_000;

/** A program, in a process of its own. `cold`: as the first list of the home. */
interface Contestant {
  args: readonly string[];
  env?: Record<string, string>;
  isCold?: boolean;
}

const command = (...args: string[]): Contestant => ({ args: [join(root, 'bin/threadline.js'), ...args] });
const cold = (contestant: Contestant): Contestant => ({ ...contestant, isCold: true });

/** Lists of a large and of an ordinary home, beside walks through the same files. Tells whether all targets were met. */
export function compareLists(folder: string, scale: number): boolean {
  if (!existsSync('/proc/self/stat') || !existsSync(join(root, 'dist/doors/cli/main.js'))) {
    print('target lists: skipped (it needs Linux and a build)');
    return true;
  }
  const large = measureHome(folder, Math.ceil(10_000 * scale));
  const ordinary = measureHome(folder, Math.ceil(600 * scale));
  const isTooSmall = scale < 1;
  return [
    ratio('sessions of 30 rows, warm, against walk and lstat', cpuRatio(large.warm, large.look), 2.5),
    ratio('the same, cold', cpuRatio(large.cold, large.look), 2.5),
    ratio('the same on an ordinary home', cpuRatio(ordinary.warm, ordinary.look), 2.5),
    ratio('the same on an ordinary home, cold', cpuRatio(ordinary.cold, ordinary.look), 2.5),
    ratio('sessions --json, cold, against walking and reading', cpuRatio(large.jsonCold, large.read), 4),
    { name: 'sessions --json, warm', unit: ' ms', atMost: 1000, ...cpuOf(large.jsonWarm) },
    memory('sessions --json, cold, over bare node', memoryOver(large.jsonCold, large.bare)),
    memory('sessions --json, warm, over bare node', memoryOver(large.jsonWarm, large.bare)),
  ]
    .map((judged) => printJudged({ target: 'lists', ...judged, isTooSmall }))
    .every(Boolean);
}

function measureHome(folder: string, sessions: number) {
  const home = join(folder, 'lists-home');
  makeHome(home, sessions);
  const walk = join(folder, 'walk-process.cjs');
  const list = command('sessions', '--limit', '30');
  const json = command('sessions', '--json');
  // The order matters: a warm list follows a cold one of its sort.
  const contestants = {
    bare: { args: [join(folder, 'empty.cjs')] },
    look: { args: [walk], env: { WALK: 'look' } },
    read: { args: [walk] },
    cold: cold(list),
    warm: list,
    jsonCold: cold(json),
    jsonWarm: json,
  } satisfies Record<string, Contestant>;
  const names = Object.keys(contestants) as (keyof typeof contestants)[];
  const found = Object.fromEntries(names.map((name) => [name, [] as Figures[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) found[name]?.push(run(contestants[name], folder, home));
  }
  rmSync(home, { recursive: true, force: true });
  const runsOf = (name: keyof typeof contestants): Figures[] => {
    const runs = found[name] ?? [];
    print(`lists of ${sessions} sessions, ${name}: CPU ms ${runs.map(({ cpuMs }) => cpuMs.toFixed(0)).join(' ')}`);
    return runs;
  };
  return {
    bare: runsOf('bare'),
    look: runsOf('look'),
    read: runsOf('read'),
    cold: runsOf('cold'),
    warm: runsOf('warm'),
    jsonCold: runsOf('jsonCold'),
    jsonWarm: runsOf('jsonWarm'),
  };
}

/** Sessions of both forms of Codex, each file with the time at which it began. */
function makeHome(home: string, sessions: number): void {
  const texts = createTexts(createRandom(0));
  for (let index = 0; index < sessions; index += 1) {
    const start = FIRST_DAY + index * SESSION_EVERY_MS;
    const time = new Date(start).toISOString();
    const name = `rollout-${time.slice(0, 19).replaceAll(':', '-')}-01a1de09-5e47-7183-af03-${String(index).padStart(12, '0')}.jsonl`;
    const path = join(home, 'sessions', time.slice(0, 10).replaceAll('-', '/'), name);
    let text = '';
    for (const line of rolloutLines(createRandom(index), texts, index % 2 === 0 ? 'envelope' : 'paginated')) {
      text += `${line}\n`;
      if (text.length > SESSION_LENGTH) break;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, start / 1000, start / 1000);
  }
  // Nothing is kept of files that are younger.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
}

function run({ args, env, isCold }: Contestant, folder: string, home: string): Figures {
  const cache = join(folder, 'lists-cache');
  if (isCold) rmSync(join(cache, 'sessions.db'), { force: true });
  const ended = spawnSync(process.execPath, ['--require', join(folder, 'report-at-exit.cjs'), ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      CODEX_HOME: home,
      TZ: 'UTC',
      THREADLINE_HOME: join(folder, 'lists-data'),
      THREADLINE_CACHE: cache,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`a contestant failed: ${ended.stderr}`);
  return JSON.parse(ended.output[3] ?? '');
}

/** A figure by the least of its runs, and that of each run alone. */
interface Found {
  value: number;
  runs: readonly number[];
}

const cpu = (figures: readonly Figures[]) => figures.map(({ cpuMs }) => cpuMs);
const peak = (figures: readonly Figures[]) => figures.map(({ peakMb }) => peakMb);

function cpuOf(figures: readonly Figures[]): Found {
  return { value: Math.min(...cpu(figures)), runs: cpu(figures) };
}

function cpuRatio(one: readonly Figures[], other: readonly Figures[]): Found {
  return { value: Math.min(...cpu(one)) / Math.min(...cpu(other)), runs: ratios(cpu(one), cpu(other)) };
}

function memoryOver(one: readonly Figures[], bare: readonly Figures[]): Found {
  const floor = Math.min(...peak(bare));
  return { value: Math.min(...peak(one)) - floor, runs: peak(one).map((value) => value - floor) };
}

function ratio(name: string, found: Found, atMost: number) {
  return { name, unit: 'x', atMost, ...found };
}

function memory(name: string, found: Found) {
  return { name, unit: ' MB', atMost: 90, ...found };
}
