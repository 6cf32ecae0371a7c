import { fleetLimits } from '../../limits/fleet.ts';

/** How long to wait after a failure: twice as long each time, and never quite the same as others. */
export interface BackOff {
  /** In milliseconds; not before the server wants it. */
  next(retryAfterMs?: number): number;
  reset(): void;
}

export function createBackOff(random: () => number): BackOff {
  let failures = 0;
  return {
    next(retryAfterMs = 0) {
      const longest = Math.min(
        fleetLimits.collectRetryMostMs,
        fleetLimits.collectRetryLeastMs * 2 ** Math.min(failures, 20),
      );
      failures += 1;
      // At least half of it: thousands that lost one server at once must not come back at once.
      const own = longest * (0.5 + random() / 2);
      return Math.max(own, Math.min(retryAfterMs, fleetLimits.collectRetryMostMs) * (1 + random() / 4));
    },
    reset() {
      failures = 0;
    },
  };
}
