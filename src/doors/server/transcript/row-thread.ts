import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ThreadlineError, type ThreadlineErrorCode } from '../../../errors.ts';
import type { Row } from '../api-types.ts';
import type { RowsSink } from './follow-rows.ts';

/** A session to follow, or one to leave. */
export type RowRequest = { id: number; path: string; agent: string; maxTextBytes: number } | { id: number };

/** News of a session: its rows, or its end. */
export interface RowAnswer {
  id: number;
  rows?: readonly Row[];
  lastLine?: number;
  isCurrent?: boolean;
  held?: readonly Row[];
  reset?: string;
  fault?: { code: string | undefined; message: string };
  isEnd?: true;
}

/** The thread cannot be started, or ended by itself: whoever waits for it does the work alone. */
export class NoThread extends Error {
  override readonly name = 'NoThread';
}

/** Folds long sessions beside the server's own thread, in which other requests are answered meanwhile. */
export interface RowThread {
  /** As `followRows` of a file, or throws `NoThread`. */
  follow(
    file: { path: string; agent: string; maxTextBytes: number },
    sink: RowsSink,
    signal: AbortSignal,
  ): Promise<void>;
  close(): void;
}

/** How long a thread without a session stays: a person goes back and forth between sessions. */
const IDLE_MS = 30_000;
/** Objects of a fold die young: a large young generation only makes the process large. */
const RESOURCES = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 2000 };

export function createRowThread(file = threadFile()): RowThread {
  const followed = new Map<number, (answer: RowAnswer | NoThread) => void>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let ids = 0;

  function start(): Worker {
    if (file === undefined) throw new NoThread('there is no file to start the thread with');
    const started = new Worker(file, { resourceLimits: RESOURCES });
    started.unref();
    started.on('message', (answer: RowAnswer) => followed.get(answer.id)?.(answer));
    // Both come after an error.
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = undefined;
      for (const take of [...followed.values()]) take(new NoThread('the thread that folds sessions ended'));
    });
    return started;
  }

  function rest(): void {
    clearTimeout(idle);
    if (followed.size > 0) return;
    idle = setTimeout(close, IDLE_MS);
    idle.unref();
  }

  function close(): void {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  return {
    close,
    async follow(session, sink, signal) {
      ids += 1;
      const id = ids;
      worker ??= start();
      const own = worker;
      const leave = () => own.postMessage({ id } satisfies RowRequest);
      try {
        await new Promise<void>((resolve, reject) => {
          followed.set(id, (answer) => {
            if (answer instanceof NoThread) reject(answer);
            else if (answer.fault) reject(faultOf(answer.fault));
            else if (answer.isEnd) resolve();
            else if (!signal.aborted) pass(answer, sink);
          });
          signal.addEventListener('abort', leave, { once: true });
          own.postMessage({ id, ...session } satisfies RowRequest);
          if (signal.aborted) leave();
        });
      } finally {
        signal.removeEventListener('abort', leave);
        followed.delete(id);
        rest();
      }
    },
  };
}

function pass({ rows, lastLine = 0, isCurrent = false, held, reset }: RowAnswer, sink: RowsSink): void {
  if (rows) sink.rows(rows, lastLine, isCurrent);
  else if (held) sink.held(held);
  else if (reset !== undefined) sink.reset(reset);
}

function faultOf({ code, message }: NonNullable<RowAnswer['fault']>): Error {
  // The thread gives the code of an error of ours.
  return code === undefined ? new Error(message) : new ThreadlineError(code as ThreadlineErrorCode, message);
}

/** The thread's file, beside this one or elsewhere in the package. Undefined in a bundle without it. */
function threadFile(): string | undefined {
  const place = 'doors/server/transcript/row-worker.js';
  const names = [
    './row-worker.ts',
    './row-worker.js',
    ...['../', '../../', '../../../', './'].map((up) => `${up}${place}`),
  ];
  return names.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
}
