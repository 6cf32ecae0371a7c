import { isObject } from '../lines/json.ts';
import { addUsage } from '../thread/running-usage.ts';
import type { Usage } from '../thread/usage.ts';
import type { PartUsage } from './stream-part.ts';

/** Token counts in the AI SDK's form. The details of the output are known only if the agent tells them apart. */
export function partUsage(usage: Usage | undefined): PartUsage {
  const reasoning = usage?.reasoning_output_tokens || undefined;
  return {
    inputTokens: {
      total: usage?.input_tokens,
      noCache: usage && usage.input_tokens - (usage.cached_input_tokens ?? 0),
      cacheRead: usage?.cached_input_tokens,
      cacheWrite: usage?.cache_write_input_tokens || undefined,
    },
    outputTokens: {
      total: usage?.output_tokens,
      text: reasoning && usage && usage.output_tokens - reasoning,
      reasoning,
    },
  };
}

/** Adds the `stats` of a result. */
export function addStats(usage: Usage | undefined, stats: unknown): Usage | undefined {
  if (!isObject(stats)) return usage;
  const counts: Usage = {
    input_tokens: countOf(stats.input_tokens),
    cached_input_tokens: countOf(stats.cached),
    output_tokens: countOf(stats.output_tokens),
    reasoning_output_tokens: 0,
  };
  return addUsage(usage ?? addUsage(), counts);
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
