import type { CountedUsage, Extra } from '../thread/usage.ts';

/** Counts of a request whose input excludes what was read from the cache and written to it. */
export interface CountsBesideCache {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  /** Includes reasoning. */
  output: number;
  reasoning?: number;
}

/** The same in the model's form, whose input includes the cache. */
export function usageBesideCache(counts: CountsBesideCache, extra: Extra | undefined): CountedUsage {
  const { input, cacheRead, cacheWrite, output, reasoning = 0 } = counts;
  const input_tokens = input + cacheRead + cacheWrite;
  return {
    input_tokens,
    cached_input_tokens: cacheRead,
    cache_write_input_tokens: cacheWrite,
    output_tokens: output,
    reasoning_output_tokens: reasoning,
    total_tokens: input_tokens + output,
    ...(extra && { extra }),
  };
}
