import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../../errors.ts';
import { startWorker, startWorkerMetrics, type Worker, type WorkerProblem } from '../../../fleet/jobs/index.ts';
import type { CliContext } from '../agents.ts';
import { createFaultLog } from '../fleet/fault-log.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';

interface RunWorkerOptions extends CliContext {
  url: string;
  signal: AbortSignal;
  /** Where its own figures are told. */
  metrics?: { host: string; port: number } | undefined;
}

const FIRST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 30_000;

/** Folds until the signal comes. Waits for a server that is away, at the start as well as later. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  let worker: Worker | undefined;
  const { metrics } = options;
  const endpoint = metrics && (await startWorkerMetrics({ ...metrics, figures: () => worker?.figures() }));
  if (metrics && endpoint) await printOnce(`http://${metrics.host}:${endpoint.port}/metrics\n`);
  try {
    await fold(options, (started) => {
      worker = started;
    });
  } finally {
    await endpoint?.close();
  }
}

async function fold({ url, agents, signal }: RunWorkerOptions, onStarted: (worker: Worker) => void): Promise<void> {
  const logFault = createFaultLog('worker');
  const onProblem = ({ error, source, isParked }: WorkerProblem) => {
    if (isParked) report(`worker: source ${source} failed too often; 'threadline archive verify' says how`);
    else logFault(error);
  };
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MOST_PAUSE_MS)) {
    try {
      const worker = await startWorker({ url, signal, agents, onProblem });
      onStarted(worker);
      return await worker.done;
    } catch (error) {
      if (!(error instanceof ThreadlineError) || error.code !== 'unreachable') throw error;
      logFault(error);
      // An aborted wait is an end, not a fault.
      await wait(pause, undefined, { signal }).catch(() => {});
    }
  }
}
