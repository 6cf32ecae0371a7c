import type { Worker } from 'node:worker_threads';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import type { IndexProgress, IndexReport, SourceProblem } from '../model/index-report.ts';

/** A request to the thread. */
export interface IndexRequest {
  folder: string;
  homes?: readonly string[] | undefined;
  env: Record<string, string | undefined>;
  edits?: boolean | undefined;
}

/** Progress and results of the thread. */
export type IndexAnswer =
  | { progress: IndexProgress }
  | { problem: SourceProblem }
  | { report: IndexReport }
  | { fault: { code?: string | undefined; message: string; isBad: boolean } };

export interface IndexListener {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  onProblem?: ((problem: SourceProblem) => void) | undefined;
}

/** A fault in the thread. `isBad`: the archive itself is unusable. */
export class IndexFault extends ThreadlineError {
  readonly isBad: boolean;

  constructor(message: string, isBad: boolean) {
    super(isBad ? 'damaged' : 'write-failed', message);
    this.isBad = isBad;
  }
}

/** The indexing thread: one per archive, started on demand, ended after a while without work. */
export interface IndexWorker {
  run(request: IndexRequest, listener: IndexListener): Promise<IndexReport>;
  close(): Promise<void>;
}

export function createIndexWorker(file: string): IndexWorker {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    const { Worker } = await import('node:worker_threads');
    // Small: objects of a fold die young, and a large young generation only makes the process large. From 2
    // GB of old generation on the engine collects later (200 MB of memory instead of 170 on a small home);
    // below it, the longest line that is read still fits: 254 MB of wide characters as one text were tried.
    const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 2000 };
    const started = new Worker(file, { resourceLimits });
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    close,
    async run(request, listener) {
      clearTimeout(idle);
      worker ??= await start();
      const current = worker;
      current.ref();
      try {
        return await ask(current, request, listener);
      } finally {
        current.unref();
        idle = setTimeout(close, archiveLimits.indexWorkerIdleMs);
        idle.unref();
      }
    },
  };
}

function ask(worker: Worker, request: IndexRequest, listener: IndexListener): Promise<IndexReport> {
  return new Promise((resolve, reject) => {
    const stop = () => worker.postMessage('stop');
    const end = (finish: () => void) => {
      listener.signal?.removeEventListener('abort', stop);
      worker.off('message', hear);
      worker.off('error', fail);
      worker.off('exit', leave);
      finish();
    };
    const fail = (error: Error) => end(() => reject(error));
    const leave = () => fail(new IndexFault('the thread that indexes ended', false));
    function hear(answer: IndexAnswer): void {
      if ('progress' in answer) listener.onProgress?.(answer.progress);
      else if ('problem' in answer) listener.onProblem?.(answer.problem);
      else if ('report' in answer) end(() => resolve(answer.report));
      else fail(new IndexFault(answer.fault.message, answer.fault.isBad));
    }
    worker.on('message', hear);
    worker.once('error', fail);
    worker.once('exit', leave);
    worker.postMessage(request);
    if (listener.signal?.aborted) stop();
    listener.signal?.addEventListener('abort', stop, { once: true });
  });
}
