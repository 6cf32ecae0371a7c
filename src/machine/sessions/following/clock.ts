import { setTimeout as sleep } from 'node:timers/promises';

/** What following has to do with time: tests put another one in its place. */
export interface FollowClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Done after so many milliseconds, or as soon as the signal is given. Never throws. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: FollowClock = {
  now: Date.now,
  async wait(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  },
};
