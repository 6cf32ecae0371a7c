import type { Usage } from './usage.ts';

type Count = keyof Omit<Usage, 'extra'>;

/** Takes running totals and tells what was used between them. */
export interface RunningUsage {
  /** What was used since the total before; undefined where it cannot be known. */
  next(total: Usage): Usage | undefined;
  /** Forgets the last total: the next one belongs to another count. */
  forget(): void;
}

/**
 * Without a prior total the first difference is unknown: the stream does not say whether its thread is new. A total
 * below the last one means that the agent began to count anew (Codex up to 0.66 does so on resume). A total without
 * input and output says nothing: a review reports zeros, and a full context window a bare `total_tokens`.
 */
export function createRunningUsage(prior?: Usage): RunningUsage {
  let last = prior;
  return {
    next(total) {
      if (total.input_tokens === 0 && total.output_tokens === 0) return undefined;
      const before = last;
      last = total;
      if (!before) return undefined;
      // Only these two are told by every version; a finer count that is missing is no reset.
      const isReset = total.input_tokens < before.input_tokens || total.output_tokens < before.output_tokens;
      if (isReset) return addUsage(total);
      return usageBetween(before, total);
    },
    forget() {
      last = undefined;
    },
  };
}

/** What was used from one total to a later one. */
export function usageBetween(before: Usage, after: Usage): Usage {
  return combine((name) => Math.max(0, count(after, name) - count(before, name)));
}

/** The sum of several counts; all zeros for none. */
export function addUsage(...parts: readonly Usage[]): Usage {
  return combine((name) => parts.reduce((sum, part) => sum + count(part, name), 0));
}

/** A total that is not told is input plus output; any other count that is not told is 0. */
function count(usage: Usage, name: Count): number {
  if (name === 'total_tokens') return usage.total_tokens ?? usage.input_tokens + usage.output_tokens;
  return usage[name] ?? 0;
}

function combine(of: (name: Count) => number): Usage {
  return {
    input_tokens: of('input_tokens'),
    cached_input_tokens: of('cached_input_tokens'),
    cache_write_input_tokens: of('cache_write_input_tokens'),
    output_tokens: of('output_tokens'),
    reasoning_output_tokens: of('reasoning_output_tokens'),
    total_tokens: of('total_tokens'),
  };
}
