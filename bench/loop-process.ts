// The process of one loop: node loop-process.cjs CONTESTANT PATH…
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

const [name = '', ...paths] = process.argv.slice(2);
void main(name, paths);
