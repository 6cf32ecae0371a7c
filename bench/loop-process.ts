// The process of one loop, or of two in turn: node loop-process.cjs CONTESTANT[|CONTESTANT] PATH…
import { type LoopName, loops } from './contestants/loops.ts';
import { cpuMsSince, peakMb, reportFigures } from './figures.ts';

const MOST_PASSES = 12;
const ENOUGH_CPU_MS = 4000;

/**
 * Reads everything several times. The first pass shows how much memory reading takes and what a process pays that has
 * yet to compile its code; the best of all passes shows what reading itself costs.
 */
async function main(name: string, paths: readonly string[]): Promise<void> {
  const loop = await loops[name as LoopName]();
  const begin = process.cpuUsage();
  const lines = await loop(paths);
  const coldCpuMs = cpuMsSince(begin);
  const peak = peakMb();
  let cpuMs = coldCpuMs;
  for (let pass = 2; pass <= MOST_PASSES && cpuMsSince(begin) < ENOUGH_CPU_MS; pass += 1) {
    const start = process.cpuUsage();
    await loop(paths);
    cpuMs = Math.min(cpuMs, cpuMsSince(start));
  }
  reportFigures({ cpuMs, coldCpuMs, peakMb: peak, lines });
}

/** Code gets faster for a dozen passes, so the first pairs only warm up. The bench runs such a process five times. */
const PAIRS = 12;
const WARMING_PAIRS = 7;

async function runPairs(first: string, second: string, paths: readonly string[]): Promise<void> {
  const [one, other] = [await loops[first as LoopName](), await loops[second as LoopName]()];
  const ratios: number[] = [];
  let lines = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const start = process.cpuUsage();
    lines = await one(paths);
    const firstMs = cpuMsSince(start);
    const middle = process.cpuUsage();
    await other(paths);
    if (pair >= WARMING_PAIRS) ratios.push(cpuMsSince(middle) / firstMs);
  }
  const pairRatio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
  reportFigures({ cpuMs: 0, coldCpuMs: 0, peakMb: 0, lines, pairRatio });
}

const [names = '', ...paths] = process.argv.slice(2);
const [name = '', against] = names.split('|');
void (against === undefined ? main(name, paths) : runPairs(name, against, paths));
