// The process of one loop: node loop-process.cjs CONTESTANT PATH…
import { type LoopName, loops } from './contestants/loops.ts';
import { cpuMsSince, reportFigures } from './figures.ts';

/** Reads everything twice: the first time shows what a process pays that has yet to compile its code, the second what reading costs. */
async function main(name: string, paths: readonly string[]): Promise<void> {
  const loop = loops[name as LoopName];
  const start = process.cpuUsage();
  await loop(paths);
  const coldCpuMs = cpuMsSince(start);
  const again = process.cpuUsage();
  const lines = await loop(paths);
  reportFigures({ cpuMs: cpuMsSince(again), coldCpuMs, lines });
}

const [name = '', ...paths] = process.argv.slice(2);
void main(name, paths);
