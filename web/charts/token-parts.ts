import type { ApiUsage } from '../../src/doors/server/api-types.ts';

/** The parts of a number of tokens, from the bottom of a bar to its top. They add up to `total`. */
export const tokenParts: readonly { name: string; colour: string; of: (usage: ApiUsage) => number }[] = [
  { name: 'cached input', colour: 'var(--c2)', of: (usage) => usage.cached },
  { name: 'input', colour: 'var(--c1)', of: (usage) => Math.max(0, usage.input - usage.cached) },
  { name: 'output', colour: 'var(--c3)', of: (usage) => Math.max(0, usage.output - usage.reasoning) },
  { name: 'reasoning', colour: 'var(--c4)', of: (usage) => usage.reasoning },
];
