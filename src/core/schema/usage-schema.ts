import * as z from 'zod';

const count = z.number().default(0);

/** Fields unknown to the reader. */
export const ExtraSchema = z.record(z.string(), z.unknown()).optional();

/** Token counts. Missing ones are 0. */
export const UsageSchema = z.looseObject({
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  reasoning_output_tokens: count,
  cache_write_input_tokens: z.number().optional(),
  total_tokens: z.number().optional(),
  extra: ExtraSchema,
});
