import { setTimeout as sleep } from 'node:timers/promises';

/** The clock that following uses. Tests replace it. */
export interface FollowClock {
  /** Milliseconds since some moment, for measuring waits. It should not jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since 1970, comparable with times of files. Default: `now`. */
  wall?(): number;
  /** Resolves after this many milliseconds, or when the signal is aborted. Never throws. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A clock that keeps both times apart. */
export type SystemClock = Required<FollowClock>;

export const systemClock: SystemClock = {
  // Setting wall time back by an hour would stop everything for an hour.
  now: () => performance.now(),
  wall: Date.now,
  async wait(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  },
};
