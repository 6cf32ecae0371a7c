/**
 * `npm run redaction`: how much of a planted set redaction finds, by kind, and what it takes of ordinary lines.
 * `npm run redaction -- FOLDER…`: every line of the text files below that it would change, to be read by a person.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRedactor } from '../src/core/redact/index.ts';
import { visibleLine } from '../src/core/text/visible-text.ts';
import { ordinaryLines } from '../test/redaction/ordinary.ts';
import { leaves, plantedSet } from '../test/redaction/planted.ts';

const SEEDS = [101, 102, 103];
const ROUNDS = 5;
const LEAST_RECALL = 0.99;
/** Larger files are data, not text that people read. */
const LARGEST_FILE = 4_000_000;

interface Sum {
  planted: number;
  found: number;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const shown = ({ planted, found }: Sum) => `${found}/${planted} ${((100 * found) / planted).toFixed(1)} %`;

function recall(level: 'standard' | 'strict'): Sum {
  const { text: redact } = createRedactor({ level });
  const kinds = new Map<string, Sum>();
  for (const { kind, text, secrets } of SEEDS.flatMap((seed) => plantedSet(seed, ROUNDS))) {
    const sum = kinds.get(kind) ?? { planted: 0, found: 0 };
    const safe = redact(text);
    kinds.set(kind, {
      planted: sum.planted + 1,
      found: sum.found + (secrets.some((one) => leaves(safe, one)) ? 0 : 1),
    });
  }
  print(`\nrecall, ${level}`);
  const all: Sum = { planted: 0, found: 0 };
  for (const [kind, sum] of kinds) {
    print(`  ${kind.padEnd(22)} ${shown(sum)}`);
    all.planted += sum.planted;
    all.found += sum.found;
  }
  print(`  ${'all'.padEnd(22)} ${shown(all)}`);
  return all;
}

function falseHits(level: 'standard' | 'strict', lines: readonly string[]): number {
  const { text: redact } = createRedactor({ level });
  const changed = lines.filter((line) => redact(line) !== line);
  print(`  ${level.padEnd(22)} ${changed.length} of ${lines.length} lines changed`);
  return changed.length;
}

/** A larger set, where it is at hand. */
async function sharedLines(): Promise<string[]> {
  const file = resolve(process.env.THREADLINE_SHARED ?? '../shared', 'redaction/negatives.mjs');
  if (!existsSync(file)) return [];
  const { negatives } = (await import(pathToFileURL(file).href)) as { negatives(): string[] };
  return negatives();
}

/** The lines of the text files of a folder that are redacted, each printed as it would leave. */
function hitsBelow(folder: string, level: 'standard' | 'strict'): void {
  const { text: redact } = createRedactor({ level });
  let lines = 0;
  let hits = 0;
  for (const file of globSync('**/*', { cwd: folder })) {
    const path = join(folder, file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > LARGEST_FILE) continue;
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0')) continue;
    for (const line of text.split('\n')) {
      lines += 1;
      const safe = redact(line);
      if (safe === line) continue;
      hits += 1;
      print(`  ${visibleLine(file)}: ${visibleLine(excerpt(safe))}`);
    }
  }
  print(
    `${level}: ${hits} of ${lines} lines changed, ${((20_000 * hits) / Math.max(lines, 1)).toFixed(2)} in 20 000\n`,
  );
}

/** The first mark with what stands around it. */
function excerpt(line: string): string {
  const at = Math.max(0, line.indexOf('[redacted:') - 60);
  return line.slice(at, at + 140);
}

async function judge(): Promise<void> {
  const standard = recall('standard');
  recall('strict');
  print('\nfalse hits');
  const lines = [...ordinaryLines(11), ...(await sharedLines())];
  const changed = falseHits('standard', lines);
  falseHits('strict', lines);
  if (standard.found / standard.planted < LEAST_RECALL || changed > 0) process.exitCode = 1;
}

const folders = process.argv.slice(2);
const missing = folders.find((folder) => !existsSync(folder));
if (missing !== undefined) {
  process.stderr.write(`redaction: ${visibleLine(missing)} does not exist\n`);
  process.exit(2);
}
for (const folder of folders) for (const level of ['standard', 'strict'] as const) hitsBelow(folder, level);
if (folders.length === 0) await judge();
