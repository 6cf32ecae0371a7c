import { machineLimits } from '../../../limits/machine.ts';

export interface Pace {
  quicken(now: number): void;
  interval(now: number): number;
  readonly lastChange: number;
}

/** Looks often while the file is being written to; the longer the silence, the more rarely. */
export function createPace(begun: number): Pace {
  let lastChange = begun;
  return {
    quicken(now) {
      lastChange = now;
    },
    interval(now) {
      // A caller's own clock may be set back.
      const silence = Math.max(0, now - lastChange);
      const doublings = Math.floor(silence / machineLimits.followActiveForMs);
      return Math.min(machineLimits.followActiveMs * 2 ** Math.min(doublings, 16), machineLimits.followIdleMs);
    },
    get lastChange() {
      return lastChange;
    },
  };
}
