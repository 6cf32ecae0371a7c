import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';

/** What a request used, and its cost in dollars if that is known. */
export interface AtifMetrics extends JsonObject {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  cost_usd?: number;
  extra?: JsonObject;
}

export function metricsOf(usage: CountedUsage, cost: number | undefined): AtifMetrics {
  const metrics: AtifMetrics = {
    prompt_tokens: count(usage.input_tokens),
    completion_tokens: count(usage.output_tokens),
    cached_tokens: count(usage.cached_input_tokens),
  };
  if (cost !== undefined && Number.isFinite(cost)) metrics.cost_usd = cost;
  const extra: JsonObject = {};
  if (usage.reasoning_output_tokens > 0) extra.reasoning_output_tokens = count(usage.reasoning_output_tokens);
  const written = count(usage.cache_write_input_tokens);
  if (written > 0) extra.cache_write_input_tokens = written;
  if (Object.keys(extra).length > 0) metrics.extra = extra;
  return metrics;
}

/** The format counts in whole numbers. */
function count(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? Math.trunc(value) : 0;
}
