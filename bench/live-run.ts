import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Figures } from './figures.ts';
import { print, printJudged } from './print.ts';
import { rounds } from './rounds.ts';
import { root, type Subject } from './subject.ts';
import { ratios } from './verdict.ts';

const ROUNDS = rounds(5);
const LINES = 100_000;
/** What control may cost beside a run that only reads. */
const AT_MOST = 1.2;

/** A live session of 100 000 lines beside a run of the same agent, which prints them. Only the process of the library is measured. */
export async function compareLiveRun(subject: Subject, folder: string, scale: number): Promise<boolean> {
  const place = join(folder, 'live-run');
  mkdirSync(place);
  const agent = writeAgent(place, Math.max(10, Math.round(LINES * scale)));
  await bundle(subject, place);
  const [live, run]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    live.push(runOnce(place, 'live', agent));
    run.push(runOnce(place, 'run', agent));
  }
  const isTooSmall = scale < 1;
  const isCheap = report('CPU time', isTooSmall, live, run, ({ cpuMs }) => cpuMs);
  return report('memory', isTooSmall, live, run, ({ peakMb }) => peakMb) && isCheap;
}

/** The least counts: a busy machine only ever adds. */
function report(
  what: string,
  isTooSmall: boolean,
  live: readonly Figures[],
  run: readonly Figures[],
  of: (figures: Figures) => number,
): boolean {
  const [ours, plain] = [live.map(of), run.map(of)];
  const [least, leastPlain] = [Math.min(...ours), Math.min(...plain)];
  print(`a live session of 100 000 lines, ${what}: ${least.toFixed(0)}, a run ${leastPlain.toFixed(0)}`);
  const name = `${what} of a live session of 100 000 lines against a run`;
  return printJudged({
    target: 'live',
    name,
    value: least / leastPlain,
    runs: ratios(ours, plain),
    unit: 'x',
    atMost: AT_MOST,
    isTooSmall,
  });
}

/** Prints the same lines to a client that controls it and to one that only reads. */
function writeAgent(folder: string, lines: number): string {
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, [...linesOf(lines)].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const path = join(folder, 'claude');
  writeFileSync(path, `#!${process.execPath}\n${agentSource(file)}`, { mode: 0o755 });
  return path;
}

function* linesOf(count: number): Generator<object> {
  const session_id = '11111111-1111-4111-8111-111111111111';
  yield { type: 'system', subtype: 'init', session_id, model: 'claude-bench', tools: ['Bash'], cwd: '/' };
  for (let line = 0; line < count; line += 2) {
    const id = `toolu_${line}`;
    const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: `ls ${line}` } }];
    yield {
      type: 'assistant',
      session_id,
      message: { id: `msg_${line}`, role: 'assistant', model: 'claude-bench', content },
    };
    const result = [{ type: 'tool_result', tool_use_id: id, content: `${line} files and folders`, is_error: false }];
    yield { type: 'user', session_id, message: { role: 'user', content: result } };
  }
  yield { type: 'result', subtype: 'success', is_error: false, session_id, result: 'done', usage: {} };
}

function agentSource(file: string): string {
  return `const { readFileSync } = require('node:fs');
const isControlled = process.argv.includes('--permission-prompt-tool');
const tell = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const printAll = () => process.stdout.write(readFileSync(${JSON.stringify(file)}));
if (!isControlled) { process.stdin.resume(); process.stdin.on('end', printAll); }
else require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id, request } = JSON.parse(line);
  if (type === 'user') printAll();
  if (type === 'control_request') tell({ type: 'control_response', response: { subtype: 'success', request_id, response: { mode: request.mode } } });
});
`;
}

/** Plain JavaScript, as users run it: stripping types would take memory. */
async function bundle(subject: Subject, folder: string): Promise<void> {
  const entry = (name: string) =>
    join(root, subject === 'dist' ? `dist/machine/${name}/index.js` : `src/machine/${name}/index.ts`);
  await build({
    entryPoints: [
      { in: join(import.meta.dirname, 'live-run-process.ts'), out: 'process' },
      { in: entry('live'), out: 'live' },
      { in: entry('run'), out: 'run' },
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    target: 'node22',
    logLevel: 'error',
  });
}

function runOnce(folder: string, contestant: 'live' | 'run', agent: string): Figures {
  const args = [join(folder, 'process.mjs'), contestant, join(folder, `${contestant}.mjs`), agent];
  const { status, output, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${contestant} failed: ${stderr}`);
  return JSON.parse(output[3] ?? '') as Figures;
}
