import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchiveHome } from './data/archive-home.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { measureSearch } from './search-run.ts';
import { root } from './subject.ts';
import { type Judged, ratios } from './verdict.ts';
import { measureViewer } from './viewer-run.ts';

const SESSIONS = 10_000;
/** Below this part of them there is time for rounds; an index of all takes minutes. */
const FEW_SESSIONS = 0.5;
const [ROUNDS, FULL_ROUNDS] = [rounds(3), rounds(5)];
const program = fileURLToPath(new URL('archive-process.ts', import.meta.url));
/** In the order in which they need each other: `bare` and `search` read what `index` wrote last. */
const JOBS = ['messages', 'withoutWords', 'oneThread', 'command', 'index', 'bare', 'search'] as const;

type Figure =
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
  | 'commandPeakMb';

/** Each of every round. */
type Figures = Record<Figure, number[]>;

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
  const isLong = scale >= FEW_SESSIONS;
  const found = measure(isLong ? 1 : ROUNDS, [dist, home, work]);
  const programRounds = isLong ? FULL_ROUNDS : ROUNDS;
  const searched = await measureSearch(folder, home, work, programRounds);
  const viewed = await measureViewer(folder, home, work, programRounds);
  rmSync(home, { recursive: true, force: true });
  const megabytes = (size: number) => `${(size / 1e6).toFixed(0)} MB`;
  const text = (figure: Figure) => Math.min(...found[figure]).toFixed(0);
  print(
    `archive of ${megabytes(bytes)} with ${megabytes(Math.min(...found.textBytes))} of text in ${text('blocks')} blocks, CPU ms: ` +
      `bytes to messages ${text('toMessages')}, first index ${text('index')}, ` +
      `without words ${text('wordless')}, bare FTS5 ${text('bareFts')}`,
  );
  const sizes = found.database.map((size) => size / bytes);
  const all = 1;
  const few = 0.1;
  const judge = (judged: Finding) =>
    printJudged({ target: 'archive', ...judged, isTooSmall: scale < (judged.leastScale ?? 0) });
  return [
    ratio('first index, CPU time against the bare FTS5 insert of the same texts', found.index, found.bareFts, 3, all),
    ratio('first index without words, against bytes to messages', found.wordless, found.toMessages, 2.5, all),
    ratio('first index in two threads, wall time against one', found.wallMs, found.oneThreadMs, 1 / 1.4, all),
    each('first index, peak memory', found.peakMb, 200, ' MB', all),
    each('first index by the command, with lines, peak memory', found.commandPeakMb, 200, ' MB', all),
    each('size against the files', sizes, 0.35, 'x', few),
    ratio('nothing new, CPU time over a walk of the same files', found.again, found.walk, 1.6, all),
    each('a rare word, CPU time', found.rare, 1, ' ms', all),
    each('exact strings that were not found', found.missed, 0, ''),
    ratio('exact strings, p95 of CPU time against a look at all texts', found.p95, found.scan, 0.5, all),
    ratio(
      'a search, nothing new, CPU time of the process against walk and lstat',
      searched.word,
      searched.walk,
      1.6,
      all,
    ),
    ratio('a search for a part of a word, against one for a word', searched.part, searched.word, 2, all),
    ratio('a search that finds nothing, against one for a word', searched.nothing, searched.word, 2, all),
    each('a search by a viewer that runs, CPU time of the asking process', searched.running, 60, ' ms'),
    each('the viewer until it is ready, CPU time', viewed.readyMs, 300, ' ms', all),
    each('the viewer with all sessions listed, memory', viewed.residentMb, 150, ' MB', all),
    each('the page of usage, CPU time of the viewer', viewed.usageMs, 100, ' ms', all),
    each('first rows of 50 000 that nobody read, wall time', viewed.firstRowsMs, 150, ' ms'),
  ]
    .map(judge)
    .every(Boolean);
}

/** Each in a process of its own, in turns. */
function measure(rounds: number, args: readonly string[]): Figures {
  const found: Partial<Figures> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const job of JOBS) {
      const ended = spawnSync(process.execPath, [program, job, ...args], { encoding: 'utf8' });
      if (ended.status !== 0) throw new Error(`the archive failed: ${ended.stderr}`);
      const figures = Object.entries(JSON.parse(ended.stdout)) as [Figure, number][];
      for (const [name, value] of figures) found[name] = [...(found[name] ?? []), value];
    }
  }
  // Every job was run, and each gives its own.
  return found as Figures;
}

/** A figure and its bound, which was set for a part of the data: 1 is all of them. */
interface Finding extends Omit<Judged, 'target'> {
  leastScale?: number | undefined;
}

/** Of programs that were run in turn: the least of each counts, because a busy machine only ever adds. */
function ratio(
  name: string,
  one: readonly number[],
  other: readonly number[],
  atMost: number,
  leastScale?: number,
): Finding {
  const value = Math.min(...one) / Math.min(...other);
  return { name, value, runs: ratios(one, other), unit: 'x', atMost, leastScale };
}

function each(name: string, runs: readonly number[], atMost: number, unit: string, leastScale?: number): Finding {
  return { name, value: Math.min(...runs), runs, unit, atMost, leastScale };
}
