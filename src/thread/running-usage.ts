import type { Usage } from './usage.ts';

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'total_tokens',
] as const;

/** Takes running totals and tells what was used between them. */
export interface RunningUsage {
  /** What was used since the total before; undefined where it cannot be known. */
  next(total: Usage): Usage | undefined;
  /** Forgets the last total: the next one belongs to another count. */
  forget(): void;
}

/**
 * Without a prior total the first difference is unknown: the stream does not say whether its thread is new. A total
 * below the last one means that the agent began to count anew (Codex up to 0.66 does so on resume). A total of nothing
 * but zeros says nothing: reviews report it.
 */
export function createRunningUsage(prior?: Usage): RunningUsage {
  let last = prior;
  return {
    next(total) {
      if (COUNTS.every((name) => (total[name] ?? 0) === 0)) return undefined;
      const before = last;
      last = total;
      if (!before) return undefined;
      const isReset = COUNTS.some((name) => (total[name] ?? 0) < (before[name] ?? 0));
      return isReset ? addUsage(total) : subtract(total, before);
    },
    forget() {
      last = undefined;
    },
  };
}

function subtract(total: Usage, before: Usage): Usage {
  return combine((name) => (total[name] ?? 0) - (before[name] ?? 0));
}

/** The sum of several counts; all zeros for none. */
export function addUsage(...parts: readonly Usage[]): Usage {
  return combine((name) => parts.reduce((sum, part) => sum + (part[name] ?? 0), 0));
}

function combine(of: (name: (typeof COUNTS)[number]) => number): Usage {
  return {
    input_tokens: of('input_tokens'),
    cached_input_tokens: of('cached_input_tokens'),
    cache_write_input_tokens: of('cache_write_input_tokens'),
    output_tokens: of('output_tokens'),
    reasoning_output_tokens: of('reasoning_output_tokens'),
    total_tokens: of('total_tokens'),
  };
}
