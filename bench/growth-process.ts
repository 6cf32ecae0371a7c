// The process of one long shape: node growth-process.cjs SHAPE SCALE. Reports CPU per element at 100 000 by that at 1 000.
import { writeSync } from 'node:fs';
import { cpuMsSince } from './figures.ts';
import { nearMatchGrowth } from './growth/near-matches.ts';
import { readShape } from './growth/read-shape.ts';
import { growthShapes, NEAR_MATCHES } from './growth/shapes.ts';

const FEW = 1000;
/** Fewer say whether a shape can be read at all, and little of its growth. */
const MANY = Math.max(FEW, 100_000 * Math.min(1, Number(process.argv[3] ?? 1)));

/** The same number of elements both ways, so that both are as warm. */
function cpuOf(lines: readonly string[], rounds: number): number {
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) readShape(lines);
  return cpuMsSince(start);
}

function growthOf(name: string | undefined): object {
  if (name === NEAR_MATCHES) return { growth: nearMatchGrowth() };
  const shape = growthShapes.find((other) => other.name === name);
  if (!shape) throw new Error(`no such shape: ${name}`);
  const few = shape.lines(FEW);
  const many = shape.lines(MANY);
  cpuOf(few, MANY / FEW);
  const fewMs = cpuOf(few, MANY / FEW);
  const manyMs = cpuOf(many, 1);
  const input = few.reduce((sum, line) => sum + line.length, 0);
  return { growth: manyMs / fewMs, output: readShape(few, true) / input };
}

writeSync(3, JSON.stringify(growthOf(process.argv[2])));
