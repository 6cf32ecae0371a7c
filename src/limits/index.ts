import { archiveLimits } from './archive.ts';
import { coreLimits } from './core-limits.ts';
import { doorLimits } from './doors.ts';
import { fleetLimits } from './fleet.ts';
import { machineLimits } from './machine.ts';

/** All bounds with their defaults. A call joins them, so that a bundler can omit them from a page that only reads. */
export const limits = /* @__PURE__ */ (() =>
  Object.freeze({ ...coreLimits, ...machineLimits, ...archiveLimits, ...fleetLimits, ...doorLimits } as const))();
