import { parentPort, workerData } from 'node:worker_threads';
import { packUsage } from './known-usage.ts';
import { createFileScan, scanSource } from './scan-usage.ts';
import { type FileBeside, takeBatch, type UsageThreadData } from './usage-batches.ts';
import { tellFacts, type UsageFact } from './usage-facts.ts';
import type { UsageProblem } from './usage-row.ts';

/** The thread beside: reads batches from the last one on, until it meets the other thread. What counts is decided there. */
const { files, batches, shared } = workerData as UsageThreadData;

async function main(): Promise<void> {
  let facts: UsageFact[] = [];
  let problems: UsageProblem[] = [];
  const ledger = { ...tellFacts((fact) => facts.push(fact)), beginFile: () => {}, endFile: () => {}, end: () => {} };
  const scan = await createFileScan(files, ledger, {
    onProblem: (problem) => problems.push(problem),
    onBytes: (count) => void Atomics.add(shared, 0, count),
  });
  for (let batch = batches.length - 1; batch >= 0; batch -= 1) {
    const { from = 0, to = 0, isPlain = false } = batches[batch] ?? {};
    if (!isPlain) continue;
    if (!takeBatch(shared, batch)) return;
    const read: FileBeside[] = [];
    for (const file of files.slice(from, to)) {
      [facts, problems] = [[], []];
      await scanSource(scan, file);
      read.push({ facts: packUsage(facts), problems });
    }
    parentPort?.postMessage({ batch, files: read });
  }
}

await main();
