/** A timer that stops while it is paused. */
export interface PausableTimer {
  /** Starts again with the whole time. */
  restart(): void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** 24 days. A longer time would make Node's timers fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls back once after the given time without pauses; never without a time, with 0, or once `signal` is aborted. */
export function createPausableTimer(
  time: number | undefined,
  onExpire: () => void,
  signal?: AbortSignal,
): PausableTimer {
  let milliseconds = time === undefined || time === 0 || time > LONGEST_MS ? undefined : time;
  let timer: NodeJS.Timeout | undefined;
  let isPaused = false;
  let remaining = milliseconds ?? 0;
  let startedAt = 0;

  function expire(): void {
    timer = undefined;
    milliseconds = undefined;
    onExpire();
  }

  function start(): void {
    if (milliseconds === undefined || isPaused) return;
    startedAt = performance.now();
    timer = setTimeout(expire, remaining);
  }

  function stop(): void {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    remaining = Math.max(0, remaining - (performance.now() - startedAt));
  }

  function cancel(): void {
    stop();
    milliseconds = undefined;
  }

  signal?.addEventListener('abort', cancel, { once: true });
  return {
    restart() {
      if (milliseconds === undefined) return;
      // The common case, once per chunk: a running timer can be refreshed without making a new one.
      if (timer && remaining === milliseconds) {
        startedAt = performance.now();
        timer.refresh();
        return;
      }
      stop();
      remaining = milliseconds;
      start();
    },
    pause() {
      stop();
      isPaused = true;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      start();
    },
    cancel,
  };
}
