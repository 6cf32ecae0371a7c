import type { SessionFile } from '../../machine/sessions/store.ts';
import type { ApiIndexState } from './api-types.ts';

/** How far the archive of this machine is behind its files. */
export interface Freshness {
  /** A file was written to. */
  noteWritten(file: SessionFile): void;
  /** An attempt to bring the archive up to date begins. */
  noteBegin(): void;
  noteState(state: ApiIndexState): void;
  /** The files whose last lines the archive may not have yet, by their paths; undefined before it was ever up to date. */
  changed(): ReadonlyMap<string, SessionFile> | undefined;
  /** Resolves when the archive was up to date once, or is not worth waiting for. */
  caughtUp(): Promise<void>;
}

/** Nobody waits longer than this for the archive, nor for more bytes than these. */
const WAIT_MS = 15_000;
const WAIT_BYTES = 64 * 1024 * 1024;

export function createFreshness(now: () => number = () => performance.now()): Freshness {
  let begunAt: number | undefined;
  /** Of each file that was written to, the last time. */
  const written = new Map<string, { file: SessionFile; at: number }>();
  let wasFresh = false;
  let isOff = true;
  let waiting: (() => void)[] = [];

  /** What was written before the run began is in the archive. */
  function noteFresh(): void {
    wasFresh = true;
    for (const [path, { at }] of written) if (at < (begunAt ?? 0)) written.delete(path);
    begunAt = undefined;
  }

  const isOver = () => wasFresh || isOff;

  return {
    noteWritten: (file) => void written.set(file.path, { file, at: now() }),
    noteBegin() {
      begunAt = now();
      isOff = false;
    },
    noteState({ state, behind, bytes, doneBytes }) {
      isOff = state === 'off' || behind !== undefined || bytes - doneBytes > WAIT_BYTES;
      if (state === 'fresh') noteFresh();
      if (isOver()) for (const end of waiting.splice(0)) end();
    },
    changed: () => (wasFresh ? new Map(Array.from(written, ([path, { file }]) => [path, file])) : undefined),
    caughtUp() {
      if (isOver()) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(end, WAIT_MS);
        timer.unref();
        function end(): void {
          clearTimeout(timer);
          waiting = waiting.filter((other) => other !== end);
          resolve();
        }
        waiting.push(end);
      });
    },
  };
}
