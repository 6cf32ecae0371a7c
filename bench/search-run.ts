import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figures } from './figures.ts';
import { root } from './subject.ts';

const PROGRAM = join(root, 'bin/threadline.js');
/** A frequent word of the data, and a part of it. */
const [WORD, PART] = ['banace', 'anac'];
/** No word of the data, so that near ones are looked for. */
const NO_WORD = 'bqnacez';
const NOTHING_FOUND = 1;

/** CPU times of whole processes in milliseconds, of each round. */
export type SearchFigures = Record<'walk' | 'word' | 'part' | 'nothing' | 'running', number[]>;

/** A search that finds nothing new beside a walk of the same files, for a part of a word, and by a process that runs. */
export async function measureSearch(
  folder: string,
  home: string,
  archive: string,
  rounds: number,
): Promise<SearchFigures> {
  const env = { PATH: process.env.PATH, HOME: folder, THREADLINE_HOME: archive, TZ: 'UTC' };
  const report = join(folder, 'report-at-exit.cjs');
  const run = (...args: string[]) => cpuMs(['--require', report, ...args], env);
  const search = (...args: string[]) => run(PROGRAM, 'search', ...args, '--json', '--home', home);
  const walker = join(folder, 'lstat-process.cjs');
  const found: SearchFigures = { walk: [], word: [], part: [], nothing: [], running: [] };
  for (let round = 0; round < rounds; round += 1) {
    found.walk.push(run(walker, home));
    found.word.push(search(WORD));
    found.part.push(search('--exact', PART));
    found.nothing.push(search(NO_WORD));
  }
  const server = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--home', home], { env, stdio: 'ignore' });
  try {
    await offered(archive, server);
    for (let round = 0; round < rounds; round += 1) found.running.push(search(WORD));
  } finally {
    server.kill();
    rmSync(join(archive, 'search.sock'), { force: true });
  }
  return found;
}

async function offered(archive: string, server: ChildProcess): Promise<void> {
  for (let waited = 0; !existsSync(join(archive, 'search.sock')); waited += 100) {
    if (waited > 60_000 || server.exitCode !== null) throw new Error('the viewer offers no search');
    await delay(100);
  }
  // The first look at all files is not what a search waits for.
  await delay(3000);
}

function cpuMs(args: string[], env: NodeJS.ProcessEnv): number {
  const ended = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (ended.status !== 0 && ended.status !== NOTHING_FOUND) throw new Error(`a search failed: ${ended.stderr}`);
  const figures: Figures = JSON.parse(ended.output[3] ?? '');
  return figures.cpuMs;
}
