import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import { JOB_CHANNEL } from '../postgres/backlog.ts';
import { connect, type ServerDatabase } from '../postgres/connect.ts';
import { createListener, type Listener } from '../postgres/listener.ts';
import { checkVersion } from '../postgres/migrate.ts';
import { removeSomeObjects } from '../postgres/raw-objects.ts';
import { dropStaleWords } from '../postgres/stale-words.ts';
import { renewUsageSums } from '../postgres/usage-sums.ts';
import { foldSource } from './fold-source.ts';
import { createGrowingSources, type GrowingSources } from './growing-sources.ts';
import { failJob, keepLease, nextDue, returnJob, takeJob } from './jobs.ts';
import { redactAgain } from './redact-again.ts';
import { askForStale } from './refold.ts';

export interface WorkerOptions {
  /** The address of the archive, `postgres://…`. */
  url: string;
  /** Ends the worker. What it is folding goes back to the others. */
  signal: AbortSignal;
  /** Called for sources that could not be folded, and for a server that cannot be reached. */
  onProblem?: ((problem: WorkerProblem) => void) | undefined;
  /** By default the agents that threadline knows. */
  agents?: readonly AgentStore[] | undefined;
}

export interface WorkerProblem {
  message: string;
  /** The thrown error. Log its code only: its message may hold text of the source. */
  error: unknown;
  /** The tenant, if the problem concerns a source. */
  tenant?: number | undefined;
  source?: string | undefined;
  /** True if it failed too often to be tried again. */
  isParked: boolean;
}

/** The worker's counters since it began. */
export interface WorkerFigures {
  folded: number;
  failed: number;
  /** Bytes of sources that were read for the folds. */
  bytes: number;
}

export interface Worker {
  figures(): WorkerFigures;
  /** Resolves after the signal is aborted. */
  done: Promise<void>;
}

interface WorkOptions extends WorkerOptions {
  growing: GrowingSources;
}

/** Faults of the server, which say nothing of the source. */
const SERVER_FAULTS: ReadonlySet<string> = new Set(['unreachable', 'refused', 'busy', 'write-failed']);
const MOST_PAUSE_MS = 30_000;

/** Folds what machines sent, beside others. Throws without an archive of this version, and waits out later faults. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const database = await connect({ url: options.url, connections: 3 });
  try {
    await checkVersion(database, 'worker');
  } catch (error) {
    await database.close();
    throw error;
  }
  const figures: WorkerFigures = { folded: 0, failed: 0, bytes: 0 };
  const growing = createGrowingSources();
  const done = work(database, { ...options, growing }, figures).finally(() => database.close());
  return { figures: () => ({ ...figures }), done };
}

async function work(database: ServerDatabase, options: WorkOptions, figures: WorkerFigures): Promise<void> {
  const { signal, onProblem } = options;
  const listener = createListener(database, { channel: JOB_CHANNEL, signal });
  let failures = 0;
  while (!signal.aborted) {
    try {
      const isBusy = await workOnce(database, options, figures);
      failures = 0;
      if (!isBusy) await listener.heard(await idleTime(database, listener));
    } catch (error) {
      onProblem?.({ message: messageOf(error), error, isParked: false });
      failures += 1;
      const pauseMs = Math.min(MOST_PAUSE_MS, fleetLimits.workerLookMs * 2 ** failures);
      // An aborted wait is an end, not a fault.
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  await listener.done;
}

/** The longest wait without work. Unannounced jobs and lost announcements are found at its end. */
async function idleTime(database: ServerDatabase, { isHearing }: Listener): Promise<number> {
  if (!isHearing) return fleetLimits.workerLookMs;
  return Math.min(await nextDue(database), fleetLimits.workerIdleMs);
}

/** Returns false if there was nothing to do. */
async function workOnce(database: ServerDatabase, options: WorkOptions, figures: WorkerFigures): Promise<boolean> {
  const job = await takeJob(database);
  if (!job) {
    return (
      (await askForStale(database)) > 0 ||
      (await redactAgain(database)) > 0 ||
      (await renewUsageSums(database)) > 0 ||
      (await dropStaleWords(database)) > 0 ||
      (await removeSomeObjects(database)) > 0
    );
  }
  const { tenant, source } = job;
  const release = keepLease(database, job, (error) =>
    options.onProblem?.({ message: messageOf(error), error, tenant, source, isParked: false }),
  );
  try {
    figures.bytes += await foldSource(database, job, options);
    figures.folded += 1;
  } catch (error) {
    if (options.signal.aborted || isServerFault(error)) {
      await returnJob(database, job);
      if (!options.signal.aborted) throw error;
    } else {
      figures.failed += 1;
      const message = messageOf(error);
      const { isParked } = await failJob(database, job, message);
      options.onProblem?.({ message, error, tenant, source, isParked });
    }
  } finally {
    release();
  }
  return true;
}

function isServerFault(error: unknown): boolean {
  return error instanceof ThreadlineError && SERVER_FAULTS.has(error.code);
}

/** A message on one line. A thrown error may hold text of the source. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'something that is no error was thrown';
  return message.slice(0, machineLimits.maxFailureMessageLength);
}
