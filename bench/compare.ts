// npm run bench-compare -- OTHER_TREE [--target N,N] [--runs N]: the bench of another tree and that of this one in turn;
// exit code 1 when a target costs more than five percent more CPU time here than there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CheckFigure, compareRuns, comparisonTable, parseFigures } from './comparison.ts';
import { print } from './print.ts';
import { root } from './subject.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only these, as `npm run bench` takes them. */
    target: { type: 'string' },
    /** How often each tree is measured. */
    runs: { type: 'string', default: '5' },
  },
});

/** Runs the bench of a tree, which builds the tree where that is needed. A missed target is no fault here. */
function measureTree(tree: string): CheckFigure[] {
  const target = options.target === undefined ? [] : ['--target', options.target];
  const { stdout, stderr } = spawnSync(process.execPath, [join(tree, 'scripts/setup.mjs'), 'bench', ...target], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const figures = parseFigures(stdout);
  if (figures.length === 0) throw new Error(`the bench of ${tree} printed no figure: ${stderr}`);
  return figures;
}

function main(): boolean {
  const [other] = positionals;
  const runs = Number(options.runs);
  if (other === undefined || positionals.length > 1 || !Number.isSafeInteger(runs) || runs < 1)
    throw new TypeError('usage: npm run bench-compare -- OTHER_TREE [--target N,N] [--runs N]');
  const tree = resolve(other);
  if (!existsSync(join(tree, 'scripts/setup.mjs'))) throw new TypeError(`${tree} is no tree of threadline`);
  const before: CheckFigure[][] = [];
  const after: CheckFigure[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    before.push(measureTree(tree));
    after.push(measureTree(root));
    process.stderr.write(`run ${run} of ${runs}\n`);
  }
  const checks = compareRuns(before, after);
  print(`before: ${tree}`, `after: ${root}`, `medians of ${runs} runs in turn`, '', comparisonTable(checks));
  return checks.every(({ verdict }) => verdict !== 'FAIL');
}

try {
  process.exitCode = main() ? 0 : 1;
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`bench-compare: ${error.message}\n`);
  process.exitCode = 2;
}
