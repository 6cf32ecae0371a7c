import type { IndexReport } from './index-report.ts';

/** The result of one attempt to refresh an archive. `behind`: it is not up to date; the attempt is repeated. */
export type FreshOutcome =
  | { state: 'fresh'; report: IndexReport }
  | { state: 'behind'; reason: NonNullable<IndexReport['unfinished']>; report: IndexReport }
  | { state: 'behind'; reason: 'fault'; error: unknown };

export interface KeepFreshOptions {
  /** Refreshes the archive, and opens it first if necessary. */
  refresh(): Promise<IndexReport>;
  /** Stops it. */
  signal: AbortSignal;
  /** The wait for further changes after one was noticed. Default: a second. */
  quietMs?: number | undefined;
  /** The interval at which all files are checked in any case. Default: never. */
  everyMs?: number | undefined;
  /** The wait after a failed attempt. It doubles with each further failure, up to a minute. */
  retryMs?: number | undefined;
  onOutcome?: ((outcome: FreshOutcome) => void) | undefined;
}

/** Keeps an archive up to date. */
export interface FreshKeeper {
  /** Reports a change, so that the archive is refreshed soon. */
  notice(): void;
  /** Resolves when an attempt that began after this call has ended, with any result. */
  ask(): Promise<void>;
  /** Resolves when the signal was aborted and nothing runs any more. */
  readonly ended: Promise<void>;
}

const QUIET_MS = 1000;
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** An attempt checks all files. Attempts may take one part in this many of the time, unless somebody asks. */
const REST = 20;
/** The longest that a timer can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Refreshes an archive, one attempt at a time. A fault such as a full disk ends an attempt, never the loop. */
export function keepFresh(options: KeepFreshOptions): FreshKeeper {
  const { refresh, signal, onOutcome, quietMs = QUIET_MS, everyMs = LONGEST_WAIT_MS, retryMs = RETRY_MS } = options;
  let waiting: (() => void)[] = [];
  /** The time of the first notice since the last attempt began. */
  let noticedAt: number | undefined;
  let endedAt = 0;
  let tookMs = 0;
  let failures = 0;
  let wake = () => {};

  /** The time of the next attempt. */
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
      if (outcome.state === 'fresh' && outcome.report.linesLeft) noticedAt ??= endedAt;
      if (!signal.aborted) onOutcome?.(outcome);
      for (const resolve of asked) resolve();
      while (!signal.aborted && performance.now() < dueAt()) await sleep(dueAt() - performance.now());
    }
    for (const resolve of waiting) resolve();
  }

  /** Waits until the time is over, or until something may make it shorter. */
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
