import type { Usage } from '../thread/usage.ts';
import type { UnifiedUsage } from './message.ts';

/** Token counts by the names that messages have for them. */
export function unifiedUsage(usage: Usage): UnifiedUsage {
  const counts: UnifiedUsage = {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
    cacheReadTokens: usage.cached_input_tokens,
  };
  if (usage.cache_write_input_tokens !== undefined) counts.cacheCreationTokens = usage.cache_write_input_tokens;
  return counts;
}
