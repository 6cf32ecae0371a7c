import { archiveLimits } from './archive.ts';
import { coreLimits } from './core.ts';
import { doorLimits } from './doors.ts';
import { fleetLimits } from './fleet.ts';
import { machineLimits } from './machine.ts';

/** Every bound that threadline keeps, with its default. docs/limits.md says what happens at each. */
export const limits = Object.freeze({
  ...coreLimits,
  ...machineLimits,
  ...archiveLimits,
  ...fleetLimits,
  ...doorLimits,
} as const);
