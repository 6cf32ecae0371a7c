import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { machineLimits } from '../../limits/machine.ts';
import { unpackUsage } from './known-usage.ts';
import { createRequestLedger, type RequestLedger } from './request-ledger.ts';
import { createFileScan, readUsage, scanSource, type UsageScanOptions, type UsageSource } from './scan-usage.ts';
import {
  type BatchBeside,
  createShared,
  cutBatches,
  type FileBeside,
  takeBatch,
  type UsageThreadData,
} from './usage-batches.ts';
import { replayFacts } from './usage-facts.ts';
import type { UsageRow } from './usage-row.ts';

type SizedSource = UsageSource & { size?: number; agent: string };

interface TwoThreadsOptions extends UsageScanOptions {
  /** From so many bytes on, a second thread reads too. */
  twoThreadsFrom?: number | undefined;
  /** Bytes of files that a thread takes at a time. */
  batchBytes?: number | undefined;
  /** The file of the other thread. */
  thread?: string | undefined;
}

/**
 * Does what `readUsage` does, and reads a lot in two threads. This one begins with the first file, the other with the last.
 * The facts of all files are then compared here, in the order of the files, so that what counts does not depend on threads.
 */
export async function readUsageInTwo(
  sources: readonly SizedSource[],
  onRow: (row: UsageRow) => void,
  { twoThreadsFrom, batchBytes, thread, ...options }: TwoThreadsOptions = {},
): Promise<void> {
  const bytes = sources.reduce((sum, { size = 0 }) => sum + size, 0);
  const isMuch = bytes > (twoThreadsFrom ?? machineLimits.leastUsageBytesForThreads);
  const isWorth = isMuch && !options.agents && (twoThreadsFrom !== undefined || hasFreeCore());
  const file = isWorth ? (thread ?? threadFile()) : undefined;
  if (file === undefined) return readUsage(sources, onRow, options);
  const batches = cutBatches(sources, batchBytes ?? machineLimits.usageBatchBytes);
  const shared = createShared(batches.length);
  const plain = sources.map(({ path, agent, project }) => ({ path, agent, project }));
  const beside = await startBeside(file, { files: plain, batches, shared });
  const ledger = createRequestLedger(onRow, options.onShared);
  const onBytes = options.onBytes && ((count: number) => options.onBytes?.(count + Atomics.exchange(shared, 0, 0)));
  const scan = await createFileScan(sources, ledger, { ...options, ...(onBytes && { onBytes }) });
  let hasMet = false;
  try {
    for (const [batch, { from, to, isPlain }] of batches.entries()) {
      if (isPlain && !hasMet && !takeBatch(shared, batch)) {
        hasMet = true;
        await beside.ended;
      }
      const read = isPlain && hasMet ? beside.read.get(batch) : undefined;
      for (const [index, source] of sources.slice(from, to).entries()) {
        const found = read?.[index];
        // A thread that failed leaves a batch that it took.
        if (!found || !replayBeside(found, source.path, ledger, options)) await scanSource(scan, source);
      }
      beside.read.delete(batch);
    }
    scan.tellHeld();
  } finally {
    await beside.stop();
  }
}

/** A second thread costs a quarter more CPU time. Where all cores are busy, it gains nothing for it. */
function hasFreeCore(): boolean {
  const [load = 0] = loadavg();
  return load <= availableParallelism() - 1 && availableParallelism() > 1;
}

/** False if its facts cannot be read. */
function replayBeside(
  { facts, problems }: FileBeside,
  path: string,
  ledger: RequestLedger,
  { onProblem }: UsageScanOptions,
): boolean {
  const unpacked = unpackUsage(facts, path);
  if (!unpacked) return false;
  replayFacts(unpacked, ledger);
  for (const problem of problems) onProblem?.(problem);
  return true;
}

/** The thread, and what came of it. A fault of it only means that this one reads more. */
async function startBeside(file: string, workerData: UsageThreadData) {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  const read = new Map<number, readonly FileBeside[]>();
  worker.on('message', ({ batch, files }: BatchBeside) => read.set(batch, files));
  const ended = new Promise<void>((resolve) => {
    worker.once('error', () => resolve()).once('exit', () => resolve());
  });
  return { read, ended, stop: () => worker.terminate() };
}

/** The thread's file, beside this one or elsewhere in the package. Undefined in a bundle without it. */
function threadFile(): string | undefined {
  const place = 'machine/usage/usage-worker.js';
  const names = [
    './usage-worker.ts',
    './usage-worker.js',
    ...['../', '../../', '../../../', './'].map((up) => `${up}${place}`),
  ];
  return names.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
}
