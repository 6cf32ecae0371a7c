import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeEditHome } from './data/edit-home.ts';
import type { Figures } from './figures.ts';
import { print } from './print.ts';
import { root } from './subject.ts';

const SESSIONS = 10_000;
const ROUNDS = 5;
const PROGRAM = join(root, 'bin/threadline.js');
const program = fileURLToPath(new URL('blame-process.ts', import.meta.url));

type Measured = Record<'withoutWords' | 'words' | 'lines' | 'rows' | 'indexBytes' | 'textBytes', number>;

/** The index of lines, and `blame FILE` by it. Tells whether all targets were met. */
export function compareBlame(folder: string, scale: number): boolean {
  const dist = join(root, 'dist');
  if (!existsSync(join(dist, 'fleet/index.js'))) {
    print('target blame: skipped (it needs a build)');
    return true;
  }
  const { home, repository, file } = makeEditHome(folder, Math.ceil(SESSIONS * scale));
  const work = join(folder, 'blame-work');
  const found = measure(scale < 0.5 ? 3 : 1, [dist, home, work]);
  const env = { PATH: process.env.PATH, HOME: folder, THREADLINE_HOME: work, CLAUDE_CONFIG_DIR: home, TZ: 'UTC' };
  const blame = least(() => run([PROGRAM, 'blame', file, '--json'], repository, env, folder));
  const bare = least(() => run(['-e', ''], repository, env, folder));
  rmSync(home, { recursive: true, force: true });
  print(
    `lines of ${found.rows} rows in ${(found.indexBytes / 1e6).toFixed(1)} MB, the edits themselves ` +
      `${(found.textBytes / 1e6).toFixed(1)} MB, CPU ms: lines ${(found.lines - found.words).toFixed(0)}, ` +
      `words ${(found.words - found.withoutWords).toFixed(0)}; blame ${blame.cpuMs.toFixed(0)}, ${blame.peakMb.toFixed(0)} MB`,
  );
  return [
    atMost(
      'lines, CPU time against the words of the same sessions',
      (found.lines - found.words) / (found.words - found.withoutWords),
      0.7,
      'x',
    ),
    atMost('lines, bytes a row', found.indexBytes / found.rows, 25, ' bytes'),
    atMost('a file of 500 lines, CPU time of the process', blame.cpuMs, 300, ' ms'),
    atMost('a file of 500 lines, memory over that of bare node', blame.peakMb - bare.peakMb, 120, ' MB'),
  ].every(Boolean);
}

/** Each in a process of its own, in turns; the least of each figure counts, because a busy machine only ever adds. */
function measure(rounds: number, args: readonly string[]): Measured {
  const best: Partial<Measured> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const job of ['neither', 'words', 'lines']) {
      const ended = spawnSync(process.execPath, [program, job, ...args], { encoding: 'utf8' });
      if (ended.status !== 0) throw new Error(`the index failed: ${ended.stderr}`);
      for (const [name, value] of Object.entries(JSON.parse(ended.stdout)) as [keyof Measured, number][])
        best[name] = Math.min(best[name] ?? value, value);
    }
  }
  // Every job was run, and each gives its own.
  return best as Measured;
}

function least(measured: () => Figures): Figures {
  const all = Array.from({ length: ROUNDS }, measured);
  return all.reduce((best, next) => (next.cpuMs < best.cpuMs ? next : best));
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, folder: string): Figures {
  const report = join(folder, 'report-at-exit.cjs');
  const ended = spawnSync(process.execPath, ['--require', report, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(`blame failed: ${ended.stderr}`);
  return JSON.parse(ended.output[3] ?? '');
}

function atMost(name: string, value: number, bound: number, unit: string): boolean {
  const passed = value <= bound;
  print(`target blame ${name}: ${value.toFixed(2)}${unit} (at most ${bound}${unit}) ${passed ? 'pass' : 'FAIL'}`);
  return passed;
}
