import { type FollowClock, systemClock } from '../../machine/sessions/following/clock.ts';

/** What collecting has to do with time: tests put another one in its place. */
export interface CollectClock {
  /** Milliseconds since some moment. It only goes forward, whatever is done to the clock on the wall. */
  now(): number;
  /** Milliseconds since 1970, as files have them. */
  wall(): number;
  wait: FollowClock['wait'];
}

export const collectClock: CollectClock = {
  now: () => performance.now(),
  wall: Date.now,
  wait: systemClock.wait,
};
