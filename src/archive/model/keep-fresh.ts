import type { IndexReport } from './index-report.ts';

/** How an attempt to bring an archive up to date ended. `behind`: it is not, and is tried again. */
export type FreshOutcome =
  | { state: 'fresh'; report: IndexReport }
  | { state: 'behind'; reason: NonNullable<IndexReport['unfinished']>; report: IndexReport }
  | { state: 'behind'; reason: 'fault'; error: unknown };

export interface KeepFreshOptions {
  /** Brings the archive up to date, and opens it before where that is still to be done. */
  refresh(): Promise<IndexReport>;
  /** Ends it. */
  signal: AbortSignal;
  /** After something was noticed, so long is waited for more; by default a second. */
  quietMs?: number | undefined;
  /** All files are looked at this often in any case; never by default. */
  everyMs?: number | undefined;
  /** How long is waited after an attempt that failed; after each that follows, twice as long, up to a minute. */
  retryMs?: number | undefined;
  onOutcome?: ((outcome: FreshOutcome) => void) | undefined;
}

/** Keeps an archive up to date. */
export interface FreshKeeper {
  /** Something was written: the archive is brought up to date soon. */
  notice(): void;
  /** Resolves once an attempt that began after this call has ended, whatever came of it. */
  ask(): Promise<void>;
  /** Resolves once the signal was given and nothing runs any more. */
  readonly ended: Promise<void>;
}

const QUIET_MS = 1000;
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** An attempt looks at all files: attempts may take one part of so many of the time, unless somebody asks. */
const REST = 20;
/** The longest that a timer can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Keeps an archive up to date, one attempt at a time. A fault, like a full disk, ends an attempt, never the loop. */
export function keepFresh(options: KeepFreshOptions): FreshKeeper {
  const { refresh, signal, onOutcome, quietMs = QUIET_MS, everyMs = LONGEST_WAIT_MS, retryMs = RETRY_MS } = options;
  let waiting: (() => void)[] = [];
  /** When something was first noticed since the last attempt began. */
  let noticedAt: number | undefined;
  let endedAt = 0;
  let tookMs = 0;
  let failures = 0;
  let wake = () => {};

  /** When the next attempt is due. */
  function dueAt(): number {
    if (waiting.length > 0) return 0;
    if (failures > 0) return endedAt + Math.min(retryMs * 2 ** (failures - 1), LONGEST_RETRY_MS);
    if (noticedAt === undefined) return endedAt + everyMs;
    return Math.max(noticedAt + quietMs, endedAt + tookMs * REST);
  }

  async function attempt(): Promise<FreshOutcome> {
    try {
      const report = await refresh();
      const { unfinished } = report;
      return unfinished === undefined ? { state: 'fresh', report } : { state: 'behind', reason: unfinished, report };
    } catch (error) {
      return { state: 'behind', reason: 'fault', error };
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const asked = waiting;
      waiting = [];
      noticedAt = undefined;
      const began = performance.now();
      const outcome = await attempt();
      endedAt = performance.now();
      tookMs = endedAt - began;
      failures = outcome.state === 'fresh' ? 0 : failures + 1;
      if (!signal.aborted) onOutcome?.(outcome);
      for (const resolve of asked) resolve();
      while (!signal.aborted && performance.now() < dueAt()) await sleep(dueAt() - performance.now());
    }
    for (const resolve of waiting) resolve();
  }

  /** Until the time is over, or something happened that may make it shorter. */
  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(Math.ceil(milliseconds), LONGEST_WAIT_MS));
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  signal.addEventListener('abort', () => wake(), { once: true });
  const ended = run();
  return {
    ended,
    notice() {
      noticedAt ??= performance.now();
      wake();
    },
    ask() {
      if (signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        wake();
      });
    },
  };
}
