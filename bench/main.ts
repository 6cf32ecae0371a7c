// npm run bench [-- --target N,N] [-- --src]: measures threadline against its targets; exit code 1 when one is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchHelp } from './help.ts';
import { compareNumbered } from './numbered.ts';
import { print, printTook } from './print.ts';
import { type Run, type RunPlace, runs } from './runs.ts';
import { bundlePrograms, chooseSubject } from './subject.ts';
import { targets } from './targets/targets.ts';
import { startTimer } from './took.ts';

const { values: options } = parseArgs({
  options: {
    /** Only these, by number or name; those that need PostgreSQL or minutes are measured by name alone. */
    target: { type: 'string' },
    /** The sources, even when there is a build. */
    src: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
/** Less than 1 makes the data smaller: for a quick look, not for figures. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

async function main(folder: string, wanted: readonly string[] | undefined): Promise<boolean> {
  const time = startTimer();
  const subject = options.src ? 'src' : chooseSubject();
  print(
    `threadline bench: ${subject}/, Node ${process.versions.node}, ${process.platform}-${process.arch}, scale ${scale}`,
  );
  await bundlePrograms(subject, folder);
  const isWhole = wanted === undefined;
  const numbered = targets.filter(({ number }) => wanted?.includes(number) ?? true);
  const passed = [compareNumbered(numbered, folder, { scale, isWhole })];
  for (const run of runs) {
    if (isWhole) passed.push(await inWhole(run, { subject, folder, scale }));
    else if (wanted.includes(run.name)) passed.push(await timed(run, { subject, folder, scale }));
  }
  printTook('all', time());
  return passed.every(Boolean);
}

async function inWhole(run: Run, place: RunPlace): Promise<boolean> {
  if (run.onlyByName === undefined) return timed(run, { ...place, scale: place.scale * (run.wholeShare ?? 1) });
  print(`target ${run.name} ${run.what}: skipped (only by its name: ${run.onlyByName})`);
  return true;
}

async function timed(run: Run, place: RunPlace): Promise<boolean> {
  const time = startTimer();
  const isMet = await run.compare(place);
  printTook(run.name, time());
  return isMet;
}

/** The names that were asked for; undefined for all. */
function wantedNames(): string[] | undefined {
  const names = [...targets.map(({ number }) => number), ...runs.map(({ name }) => name)];
  const wanted = options.target?.split(',');
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown === undefined) return wanted;
  process.stderr.write(`bench: there is no target '${unknown}'; there are ${names.join(', ')}\n`);
  return process.exit(2);
}

if (options.help) print(benchHelp());
else {
  const wanted = wantedNames();
  const folder = mkdtempSync(join(tmpdir(), 'threadline-bench-'));
  try {
    process.exitCode = (await main(folder, wanted)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
