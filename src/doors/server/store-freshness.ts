import type { ApiIndexState } from './api-types.ts';

/** How far the archive of this machine is behind its files. */
export interface Freshness {
  /** A session was written to. */
  noteWritten(): void;
  noteState(state: ApiIndexState): void;
  /** True if it has all that was written, but for the last seconds. */
  isFresh(): boolean;
  /** Resolves when it has all that was written before this call, or is not worth waiting for. */
  caughtUp(): Promise<void>;
}

/** A page that shows sums may be this far behind. */
const BEHIND_MS = 10_000;
/** Whoever wants all of it waits no longer than this, and for no more bytes than these. */
const WAIT_MS = 15_000;
const WAIT_BYTES = 64 * 1024 * 1024;
/** Files are compared before an index run says that it goes on. */
const EARLY_MS = 1000;

export function createFreshness(now: () => number = () => performance.now()): Freshness {
  let begunAt: number | undefined;
  /** All that was written before this time is in the archive. */
  let seenUpTo: number | undefined;
  /** The first and the last write after it. */
  let written: { first: number; last: number } | undefined;
  let isOff = true;
  let waiting: (() => void)[] = [];

  function noteFresh(): void {
    seenUpTo = (begunAt ?? now()) - EARLY_MS;
    begunAt = undefined;
    if (!written) return;
    if (written.last < seenUpTo) written = undefined;
    else written.first = Math.max(written.first, seenUpTo);
  }

  function hasAll(before: number | undefined): boolean {
    return isOff || (seenUpTo !== undefined && (before === undefined || before < seenUpTo));
  }

  return {
    noteWritten() {
      written ??= { first: now(), last: 0 };
      written.last = now();
    },
    noteState({ state, behind, bytes, doneBytes }) {
      isOff = state === 'off' || behind !== undefined || bytes - doneBytes > WAIT_BYTES;
      if (behind !== undefined) begunAt = undefined;
      else if (state === 'indexing') begunAt ??= now();
      if (state === 'fresh') noteFresh();
      for (const look of waiting) look();
    },
    isFresh: () => seenUpTo !== undefined && (!written || now() - written.first < BEHIND_MS),
    caughtUp() {
      const before = written?.last;
      if (hasAll(before)) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          waiting = waiting.filter((other) => other !== look);
          resolve();
        };
        const look = () => void (hasAll(before) && end());
        const timer = setTimeout(end, WAIT_MS);
        timer.unref();
        waiting.push(look);
      });
    },
  };
}
