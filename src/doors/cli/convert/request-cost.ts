import { isObject } from '../../../core/lines/json.ts';
import { parseTime } from '../../../core/thread/time.ts';
import type { WriterOptions } from '../../../core/writers/writer.ts';
import { defaultPrices, priceOf } from '../../../machine/usage/index.ts';

/** The cost of a request by our prices. Undefined for a model that they lack. */
export const requestCost: NonNullable<WriterOptions['requestCost']> = ({ model, usage, timestamp }) => {
  const { extra } = usage;
  const written = isObject(extra?.cache_creation) ? extra.cache_creation.ephemeral_1h_input_tokens : undefined;
  const tier = extra?.service_tier;
  const cost = priceOf(
    {
      agent: '',
      threadId: '',
      key: '',
      source: '',
      line: 0,
      at: parseTime(timestamp) ?? 0,
      model,
      tier: typeof tier === 'string' && tier !== 'standard' ? tier : undefined,
      input: usage.input_tokens,
      cached: usage.cached_input_tokens,
      cacheWrite: usage.cache_write_input_tokens ?? 0,
      cacheWriteHour: typeof written === 'number' ? written : undefined,
      output: usage.output_tokens,
      reasoning: usage.reasoning_output_tokens,
    },
    defaultPrices,
  );
  return 'usd' in cost ? cost.usd : undefined;
};
