import { isObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';
import { countOf } from './count-of.ts';
import { SYNTHETIC_MODEL } from './synthetic-model.ts';

/**
 * The usage of the request behind an event. Every line of a message repeats it, so no event of its own tells it. Reads
 * the counts without a table, because those who write threads would otherwise carry what reads lines.
 */
export function claudeRequestUsage({ extra }: ThreadEvent): CountedUsage | undefined {
  const message = extra?.message;
  if (!isObject(message) || !isObject(message.usage) || message.model === SYNTHETIC_MODEL) return undefined;
  const { usage } = message;
  const details = isObject(usage.output_tokens_details) ? usage.output_tokens_details : {};
  const counts = {
    input: countOf(usage.input_tokens),
    cacheRead: countOf(usage.cache_read_input_tokens),
    cacheWrite: countOf(usage.cache_creation_input_tokens),
    output: countOf(usage.output_tokens),
    reasoning: countOf(details.thinking_tokens),
  };
  return usageBesideCache(counts, undefined);
}
