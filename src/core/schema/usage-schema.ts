import * as z from 'zod';
import { optional } from './optional.ts';

const count = z.number().default(0);

/** Fields unknown to the reader. */
export const ExtraSchema = optional(z.record(z.string(), z.unknown()));

/** Token counts. Missing ones are 0. */
export const UsageSchema = z.looseObject({
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  reasoning_output_tokens: count,
  cache_write_input_tokens: optional(z.number()),
  total_tokens: optional(z.number()),
  extra: ExtraSchema,
});
