import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchiveHome } from './data/archive-home.ts';
import { print, printJudged } from './print.ts';
import { measureSearch } from './search-run.ts';
import { root } from './subject.ts';
import { ratios } from './verdict.ts';
import { measureViewer } from './viewer-run.ts';

const SESSIONS = 10_000;
const program = fileURLToPath(new URL('archive-process.ts', import.meta.url));
/** In the order in which they need each other: `bare` and `search` read what `index` wrote last. */
const JOBS = ['messages', 'withoutWords', 'oneThread', 'command', 'index', 'bare', 'search'] as const;

type Figures = Record<
  | 'index'
  | 'wallMs'
  | 'oneThreadMs'
  | 'peakMb'
  | 'again'
  | 'walk'
  | 'database'
  | 'wordless'
  | 'toMessages'
  | 'bareFts'
  | 'blocks'
  | 'textBytes'
  | 'rare'
  | 'missed'
  | 'scan'
  | 'p95'
  | 'commandPeakMb',
  number
>;

/** The archive on a home of Codex 60 %, Claude 30 %, Gemini 10 %. Tells whether all targets were met. */
export async function compareArchive(folder: string, scale: number): Promise<boolean> {
  const dist = join(root, 'dist');
  if (!existsSync(join(dist, 'fleet/index.js'))) {
    print('target archive: skipped (it needs a build)');
    return true;
  }
  const home = join(folder, 'archive-home');
  const bytes = makeArchiveHome(home, Math.ceil(SESSIONS * scale));
  const work = join(folder, 'archive-work');
  const found = measure(scale < 0.5 ? 3 : 1, [dist, home, work]);
  const searched = await measureSearch(folder, home, work);
  const viewed = await measureViewer(folder, home, work);
  rmSync(home, { recursive: true, force: true });
  const megabytes = (size: number) => `${(size / 1e6).toFixed(0)} MB`;
  print(
    `archive of ${megabytes(bytes)} with ${megabytes(found.textBytes)} of text in ${found.blocks} blocks, CPU ms: ` +
      `bytes to messages ${found.toMessages.toFixed(0)}, first index ${found.index.toFixed(0)}, ` +
      `without words ${found.wordless.toFixed(0)}, bare FTS5 ${found.bareFts.toFixed(0)}`,
  );
  return [
    atMost('first index, CPU time against the bare FTS5 insert of the same texts', found.index / found.bareFts, 3),
    atMost('first index without words, against bytes to messages', found.wordless / found.toMessages, 2.5),
    atMost('first index in two threads, wall time against one', found.wallMs / found.oneThreadMs, 1 / 1.4),
    atMost('first index, peak memory', found.peakMb, 200, ' MB'),
    atMost('first index by the command, with lines, peak memory', found.commandPeakMb, 200, ' MB'),
    atMost('size against the files', found.database / bytes, 0.35),
    atMost('nothing new, CPU time over a walk of the same files', found.again / found.walk, 1.6),
    atMost('a rare word, CPU time', found.rare, 1, ' ms'),
    atMost('exact strings that were not found', found.missed, 0, ''),
    atMost('exact strings, p95 of CPU time against a look at all texts', found.p95 / found.scan, 0.5),
    ratio('a search, nothing new, CPU time of the process against walk and lstat', searched.word, searched.walk, 1.6),
    ratio('a search for a part of a word, against one for a word', searched.part, searched.word, 2),
    ratio('a search that finds nothing, against one for a word', searched.nothing, searched.word, 2),
    each('a search by a viewer that runs, CPU time of the asking process', searched.running, 60, ' ms'),
    each('the viewer until it is ready, CPU time', viewed.readyMs, 300, ' ms'),
    each('the viewer with all sessions listed, memory', viewed.residentMb, 150, ' MB'),
    each('the page of usage, CPU time of the viewer', viewed.usageMs, 100, ' ms'),
    each('first rows of 50 000 that nobody read, wall time', viewed.firstRowsMs, 150, ' ms'),
  ].every(Boolean);
}

/** Each in a process of its own, in turns; the least of each figure counts, because a busy machine only ever adds. */
function measure(rounds: number, args: readonly string[]): Figures {
  const best: Partial<Figures> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const job of JOBS) {
      const ended = spawnSync(process.execPath, [program, job, ...args], { encoding: 'utf8' });
      if (ended.status !== 0) throw new Error(`the archive failed: ${ended.stderr}`);
      const figures = Object.entries(JSON.parse(ended.stdout)) as [keyof Figures, number][];
      for (const [name, value] of figures) best[name] = Math.min(best[name] ?? value, value);
    }
  }
  // Every job was run, and each gives its own.
  return best as Figures;
}

/** Of programs that were run in turn: the least of each counts. */
function ratio(name: string, one: readonly number[], other: readonly number[], bound: number): boolean {
  const value = Math.min(...one) / Math.min(...other);
  return printJudged({ target: 'archive', name, value, runs: ratios(one, other), unit: 'x', atMost: bound });
}

function each(name: string, runs: readonly number[], bound: number, unit: string): boolean {
  return printJudged({ target: 'archive', name, value: Math.min(...runs), runs, unit, atMost: bound });
}

/** The large home takes minutes a round: these are of one. */
function atMost(name: string, value: number, bound: number, unit = 'x'): boolean {
  return printJudged({ target: 'archive', name, value, runs: [value], unit, atMost: bound });
}
