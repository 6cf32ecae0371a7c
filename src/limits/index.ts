import { archiveLimits } from './archive.ts';
import { coreLimits } from './core.ts';
import { doorLimits } from './doors.ts';
import { fleetLimits } from './fleet.ts';
import { machineLimits } from './machine.ts';

/**
 * Every bound that threadline keeps, with its default. docs/limits.md says what happens at each. They are joined by a call
 * that a bundler may leave out: a page that only reads carries no bounds of servers.
 */
export const limits = /* @__PURE__ */ (() =>
  Object.freeze({ ...coreLimits, ...machineLimits, ...archiveLimits, ...fleetLimits, ...doorLimits } as const))();
