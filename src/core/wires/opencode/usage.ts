import type { CountedUsage } from '../../thread/usage.ts';
import type { FieldsOf } from '../field-table.ts';
import type { tokensTable } from './records.ts';

/** The counts of one request. Up to 1.2 the output includes the reasoning, later it does not: the total tells. */
export function usageOf(tokens: FieldsOf<typeof tokensTable>): CountedUsage {
  const { input, output, reasoning, cache, total, extra } = tokens;
  const read = cache?.read ?? 0;
  const written = cache?.write ?? 0;
  const sent = input + read + written;
  const isInside = total === undefined ? reasoning <= output : sent + output === total;
  const answered = isInside ? output : output + reasoning;
  const usage: CountedUsage = {
    input_tokens: sent,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: answered,
    reasoning_output_tokens: reasoning,
    total_tokens: total ?? sent + answered,
  };
  const rest = cache?.extra ? { ...extra, cache: cache.extra } : extra;
  if (rest) usage.extra = rest;
  return usage;
}
