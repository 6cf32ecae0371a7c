// The process of one loop: node loop-process.cjs CONTESTANT PATH…
import { type LoopName, loops } from './contestants/loops.ts';
import { reportFigures } from './figures.ts';

async function main(name: string, paths: readonly string[]): Promise<void> {
  const before = process.cpuUsage();
  const lines = await loops[name as LoopName](paths);
  reportFigures(before, lines);
}

const [name = '', ...paths] = process.argv.slice(2);
void main(name, paths);
