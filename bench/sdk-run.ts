import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installOfficialSdk, OFFICIAL_SDK } from '../test/official-sdk.ts';
import { makeDataset } from './data/datasets.ts';
import type { Figures } from './figures.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { root, type Subject } from './subject.ts';
import { ratios } from './verdict.ts';

const ROUNDS = rounds(5);
/** The data set `exec` has 166 000 lines at scale 1; here 500 000 are wanted. */
const SCALE = 500 / 166;

/**
 * A whole run, from the start of an agent to its end, beside one by the official SDK: the same agent, which prints the
 * lines of a file and does nothing else. Only the process of the library is measured. Tells whether the target was met.
 */
export async function compareSdkRun(subject: Subject, folder: string, scale: number): Promise<boolean> {
  const name = 'CPU time of a run of 500 000 lines against the official SDK';
  const sdk = await prepare(subject);
  if (typeof sdk !== 'string') {
    print(`target sdk ${name}: skipped (${sdk.skip})`);
    return true;
  }
  const place = join(folder, 'sdk-run');
  mkdirSync(place);
  const { paths, lines } = makeDataset('exec', place, SCALE * scale);
  const agent = writeAgent(place, paths[0] ?? '');
  await bundle(subject, place);
  const program = join(place, 'sdk-run-process.mjs');
  const contestants = {
    threadline: ['threadline', join(place, 'threadline-run.mjs'), agent],
    sdk: ['sdk', join(sdk, 'node_modules/@openai/codex-sdk/dist/index.js'), agent],
  };

  const [ours, theirs]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(runOnce([program, ...contestants.threadline], lines));
    theirs.push(runOnce([program, ...contestants.sdk], lines));
  }
  return report(name, lines, ours, theirs, scale < 1);
}

/** The folder of the official SDK, or why there is nothing to compare. */
async function prepare(subject: Subject): Promise<string | { skip: string }> {
  if (process.platform === 'win32') return { skip: 'the agent is a shell script' };
  if (!existsSync(entryPoint(subject))) return { skip: `no ${subject}/run` };
  return installOfficialSdk();
}

function entryPoint(subject: Subject): string {
  return join(root, subject === 'dist' ? 'dist/machine/run/index.js' : 'src/machine/run/index.ts');
}

/** The least counts: a busy machine only ever adds. */
function report(
  name: string,
  lines: number,
  ours: readonly Figures[],
  theirs: readonly Figures[],
  isTooSmall: boolean,
): boolean {
  const cpu = (figures: readonly Figures[]) => figures.map(({ cpuMs }) => cpuMs);
  const least = (values: readonly number[]) => Math.min(...values);
  const row = (figures: readonly Figures[]) =>
    `${least(cpu(figures)).toFixed(0)} ms CPU, ${least(figures.map(({ peakMb }) => peakMb)).toFixed(0)} MB peak`;
  print(`run of ${lines} lines: threadline ${row(ours)}; ${OFFICIAL_SDK} ${row(theirs)}`);
  const value = least(cpu(ours)) / least(cpu(theirs));
  return printJudged({
    target: 'sdk',
    name,
    value,
    runs: ratios(cpu(ours), cpu(theirs)),
    unit: 'x',
    atMost: 1,
    isTooSmall,
  });
}

function writeAgent(folder: string, lines: string): string {
  const path = join(folder, 'codex');
  writeFileSync(path, `#!/bin/sh\ncat >/dev/null\nexec cat '${lines}'\n`, { mode: 0o755 });
  return path;
}

/** Plain JavaScript, as users run it: stripping types would take memory. */
async function bundle(subject: Subject, folder: string): Promise<void> {
  await build({
    entryPoints: [
      { in: join(import.meta.dirname, 'sdk-run-process.ts'), out: 'sdk-run-process' },
      { in: entryPoint(subject), out: 'threadline-run' },
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'error',
  });
}

function runOnce(args: string[], expected: number): Figures {
  const { status, output, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args[1]} failed: ${stderr}`);
  const figures = JSON.parse(output[3] ?? '') as Figures;
  if (figures.lines !== expected) throw new Error(`${args[1]} read ${figures.lines} lines of ${expected}`);
  return figures;
}
