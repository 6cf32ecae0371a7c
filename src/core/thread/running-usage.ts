import type { CountedUsage, Usage } from './usage.ts';

/** Takes running totals and returns the usage between them. */
export interface RunningUsage {
  /** The usage since the total before. Undefined if it cannot be known. */
  next(total: Usage): CountedUsage | undefined;
  /** Forgets the last total, because the next one belongs to another count. */
  forget(): void;
}

/**
 * Without a prior total the first difference is unknown: the stream does not say whether its thread is new. A total
 * below the last one means that the agent counts anew (Codex up to 0.66 does so on resume). A total without input and
 * output says nothing: a review reports zeros, and a full context window a bare `total_tokens`.
 */
export function createRunningUsage(prior?: Usage): RunningUsage {
  let last = prior;
  return {
    next(total) {
      if (total.input_tokens === 0 && total.output_tokens === 0) return undefined;
      const before = last;
      last = total;
      if (!before) return undefined;
      // Only these two are in every version. A missing finer count is not a reset.
      const isReset = total.input_tokens < before.input_tokens || total.output_tokens < before.output_tokens;
      return isReset ? sumUsage(total, ZERO) : usageBetween(before, total);
    },
    forget() {
      last = undefined;
    },
  };
}

/** The sum of several counts. All zeros if there are none. */
export function addUsage(...parts: readonly Usage[]): CountedUsage {
  let sum = { ...ZERO };
  for (const part of parts) sum = sumUsage(sum, part);
  return sum;
}

const ZERO: Readonly<CountedUsage> = {
  input_tokens: 0,
  cached_input_tokens: 0,
  cache_write_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
  total_tokens: 0,
};

/** Adds two counts, field by field. It runs for every response, and a loop over names takes several times as long. */
export function sumUsage(left: Usage, right: Usage): CountedUsage {
  return {
    input_tokens: left.input_tokens + right.input_tokens,
    cached_input_tokens: (left.cached_input_tokens ?? 0) + (right.cached_input_tokens ?? 0),
    cache_write_input_tokens: (left.cache_write_input_tokens ?? 0) + (right.cache_write_input_tokens ?? 0),
    output_tokens: left.output_tokens + right.output_tokens,
    reasoning_output_tokens: (left.reasoning_output_tokens ?? 0) + (right.reasoning_output_tokens ?? 0),
    total_tokens: totalOf(left) + totalOf(right),
  };
}

/** The usage from one total to a later one. */
export function usageBetween(before: Usage, after: Usage): CountedUsage {
  return {
    input_tokens: Math.max(0, after.input_tokens - before.input_tokens),
    cached_input_tokens: Math.max(0, (after.cached_input_tokens ?? 0) - (before.cached_input_tokens ?? 0)),
    cache_write_input_tokens: Math.max(
      0,
      (after.cache_write_input_tokens ?? 0) - (before.cache_write_input_tokens ?? 0),
    ),
    output_tokens: Math.max(0, after.output_tokens - before.output_tokens),
    reasoning_output_tokens: Math.max(0, (after.reasoning_output_tokens ?? 0) - (before.reasoning_output_tokens ?? 0)),
    total_tokens: Math.max(0, totalOf(after) - totalOf(before)),
  };
}

/** The same counts, with 0 for those that were left out. */
export function countedUsage(usage: Usage): CountedUsage {
  const { cached_input_tokens = 0, reasoning_output_tokens = 0 } = usage;
  return { ...usage, cached_input_tokens, reasoning_output_tokens };
}

/** A missing total is input plus output. */
function totalOf(usage: Usage): number {
  return usage.total_tokens ?? usage.input_tokens + usage.output_tokens;
}
