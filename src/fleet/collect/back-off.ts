import { fleetLimits } from '../../limits/fleet.ts';

/** The wait after a failure. It doubles each time, with some chance in it so that collectors do not retry together. */
export interface BackOff {
  /** The wait in milliseconds, never shorter than the server asks for. */
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
      // At least half of it: thousands of collectors that lost one server at once must not return at once.
      const own = longest * (0.5 + random() / 2);
      return Math.max(own, Math.min(retryAfterMs, fleetLimits.collectRetryMostMs) * (1 + random() / 4));
    },
    reset() {
      failures = 0;
    },
  };
}
