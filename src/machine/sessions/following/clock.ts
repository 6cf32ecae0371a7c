import { setTimeout as sleep } from 'node:timers/promises';

/** The time, as far as following needs it: tests put another one in its place. */
export interface FollowClock {
  /** Milliseconds since some moment, by which waits are counted. It should not jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since 1970, as files have them; `now` where it is absent. */
  wall?(): number;
  /** Done after so many milliseconds, or as soon as the signal is given. Never throws. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A clock that keeps both times apart. */
export type SystemClock = Required<FollowClock>;

export const systemClock: SystemClock = {
  // A clock on the wall that is set back by an hour would stop everything for an hour.
  now: () => performance.now(),
  wall: Date.now,
  async wait(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  },
};
