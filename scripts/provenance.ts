/**
 * `npm run provenance -- MIRROR…`: asks `threadline blame` about repositories whose commits name their sessions, and prints
 * one line for each. MIRROR is a git directory. Transcripts are taken out of it into a temporary home and removed again.
 *
 * found: of the telling lines that a named session wrote to that path or in a command, those given to a named session.
 * wrong: lines that a named session wrote and that are given to another, which did not print the commit's hash.
 * decoy: lines of the first third of the commits that are given to sessions which began later, moved two years back.
 * bots: lines of commits of bots that are given to anybody.
 *
 * `npm run provenance -- --at MIRROR…`: of the files that sessions edited and committed themselves, how many are said to be proven
 * or derived just before the commit, and how many of these are equal to it. What a hook of the commit formatted, and stored
 * transcripts that were redacted, do not count.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractTruth, pathsOf, type TruthCommit, writeHome } from './provenance/extract.ts';
import { type MeasuredAt, measureAt } from './provenance/measure-at.ts';
import { readWrote, squeezed, type Wrote } from './provenance/wrote.ts';

const LEAST_FOUND = 0.9;
const MOST_WRONG = 0.005;
const MOST_DECOY = 0.01;
const TELLING = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u;
const BOT = /\[bot\]|dependabot|renovate/i;
const entry = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));

interface Answer {
  commit: string;
  files: { path: string; lines: { text: string; session: { id: string } | null }[] }[];
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const percent = (value: number) => `${(100 * value).toFixed(2)} %`;

function ask(mirror: string, homes: readonly string[], commits: readonly TruthCommit[]): Answer[] {
  if (commits.length === 0) return [];
  const args = [
    entry,
    'blame',
    '--repo',
    mirror,
    '--commit',
    '-',
    '--json',
    ...homes.flatMap((home) => ['--home', home]),
  ];
  const { stdout, status, stderr } = spawnSync(process.execPath, args, {
    input: commits.map(({ commit }) => commit).join('\n'),
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`blame ended with ${status}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function score(answers: readonly Answer[], truth: ReadonlyMap<string, TruthCommit>, wrote: Wrote) {
  const sum = { lines: 0, could: 0, found: 0, wrong: 0, given: 0 };
  for (const { commit, files } of answers) {
    const linked = truth.get(commit)?.linked ?? [];
    for (const { path, lines } of files) {
      for (const { text, session } of lines) {
        const line = squeezed(text);
        const isWritten = linked.some((id) => wrote.to(id, path, line));
        const isTold = isWritten || linked.some((id) => wrote.inCommand(id, line));
        const isLinked = session !== null && linked.includes(session.id);
        sum.lines += 1;
        if (session) sum.given += 1;
        if (TELLING.test(line) && isTold) {
          sum.could += 1;
          if (isLinked) sum.found += 1;
        }
        if (session && !isLinked && isWritten && !wrote.printed(session.id, commit)) sum.wrong += 1;
      }
    }
  }
  return sum;
}

/** Two years earlier, so that time does not keep later sessions out. */
function movedBack(transcript: string): string {
  return transcript.replace(
    /("timestamp":\s*")(\d{4})-/g,
    (_, head: string, year: string) => `${head}${Number(year) - 2}-`,
  );
}

function measure(mirror: string): { found: number; wrong: number; lines: number; decoy: number; bots: number } {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-provenance-'));
  try {
    const { sessions, commits } = extractTruth(mirror);
    const wrote = readWrote(sessions, pathsOf(mirror));
    const truth = new Map(commits.map((each) => [each.commit, each]));
    const named = commits
      .filter(({ linked }) => linked.some((id) => wrote.began(id) > 0))
      .sort((one, other) => one.at - other.at);
    const home = writeHome(sessions, join(folder, 'all'));
    const real = score(ask(mirror, home.homes, named), truth, wrote);
    const early = named.slice(0, Math.floor(named.length / 3));
    const last = early.at(-1)?.at ?? 0;
    const later = [...sessions]
      .filter(([id]) => wrote.began(id) > last)
      .map(([id, text]) => [id, movedBack(text)] as const);
    const decoyHome = writeHome(new Map(later), join(folder, 'later'));
    const decoy = score(ask(mirror, decoyHome.homes, early), truth, wrote);
    const first = Math.min(...[...sessions.keys()].map(wrote.began).filter((time) => time > 0));
    const bots = commits.filter(({ author, at, linked }) => BOT.test(author) && at > first && linked.length === 0);
    const botted = score(ask(mirror, home.homes, bots), truth, wrote);
    const result = {
      found: share(real.found, real.could),
      wrong: real.wrong,
      lines: real.lines,
      decoy: share(decoy.given, decoy.lines),
      bots: botted.given,
    };
    print(
      `${mirror}: ${home.count} sessions, ${named.length} commits, ${real.lines} lines: found ${percent(result.found)}, wrong ${percent(share(real.wrong, real.lines))}, decoy ${percent(result.decoy)}, bots ${botted.given} of ${botted.lines}`,
    );
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks for the files at commits of sessions. */
async function measureTimes(mirror: string): Promise<MeasuredAt> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-provenance-'));
  try {
    const home = writeHome(extractTruth(mirror).sessions, folder);
    const measured = await measureAt(mirror, home.homes);
    const { commits, edited, said, equal, formatted, redacted } = measured;
    print(
      `${mirror}: ${commits} commits, ${edited} files that sessions edited: said ${percent(share(said + formatted, edited))}, of these equal ${percent(share(equal, said))} (${said - equal} other), formatted by a hook ${formatted}, redacted ${redacted}`,
    );
    return measured;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function areTimesGood(names: readonly string[]): Promise<boolean> {
  const all: MeasuredAt[] = [];
  for (const mirror of names) {
    if (existsSync(mirror)) all.push(await measureTimes(mirror));
    else print(`${mirror}: skipped`);
  }
  const total = (pick: (each: MeasuredAt) => number) => all.reduce((sum, each) => sum + pick(each), 0);
  const [said, edited] = [total((each) => each.said), total((each) => each.edited)];
  const equal = share(
    total((each) => each.equal),
    said,
  );
  const told = share(said + total((each) => each.formatted), edited);
  if (all.length > 1) print(`all: said ${percent(told)}, of these equal ${percent(equal)}`);
  return all.length === 0 || (equal >= LEAST_EQUAL && told >= LEAST_SAID);
}

const LEAST_EQUAL = 0.99;
const LEAST_SAID = 0.45;
const isAboutTimes = process.argv.includes('--at');
const mirrors = process.argv.slice(2).filter((word) => word !== '--at');
if (mirrors.length === 0) print('skipped: name git directories of repositories whose commits name their sessions');
const results = (isAboutTimes ? [] : mirrors).flatMap((mirror) => {
  if (existsSync(mirror)) return [measure(mirror)];
  print(`${mirror}: skipped`);
  return [];
});
const sum = (pick: (result: (typeof results)[number]) => number) =>
  results.reduce((total, each) => total + pick(each), 0);
const isGood =
  results.every(({ found, decoy, bots }) => found >= LEAST_FOUND && decoy <= MOST_DECOY && bots === 0) &&
  share(
    sum(({ wrong }) => wrong),
    sum(({ lines }) => lines),
  ) <= MOST_WRONG;
process.exitCode = (isAboutTimes ? await areTimesGood(mirrors) : isGood) ? 0 : 1;
