import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { optionalCount, optionalNumber } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** Counts of a request or a run. The input includes what was read from the cache, the output what was thought. */
const usageTable = fieldTable((wire) => ({
  input: optionalCount(wire.inputTokens),
  output: optionalCount(wire.outputTokens),
  read: optionalCount(wire.cacheReadTokens),
  write: optionalCount(wire.cacheWriteTokens),
  /** Of models without a known price it is 0. */
  cost: optionalNumber(wire.cost),
  totalCost: optionalNumber(wire.totalCost),
}));

export function readUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const { input = 0, output = 0, read = 0, write, cost, totalCost = cost, extra } = usageTable.read(source, problems);
  const usage: CountedUsage = {
    input_tokens: input,
    cached_input_tokens: read,
    output_tokens: output,
    reasoning_output_tokens: 0,
    total_tokens: input + output,
  };
  if (write !== undefined) usage.cache_write_input_tokens = write;
  const rest = { ...extra, ...(totalCost !== undefined && totalCost !== 0 && { totalCost }) };
  if (Object.keys(rest).length > 0) usage.extra = rest;
  return usage;
}

/** True if nothing was counted: a request that broke off. */
export function isNothing({ input_tokens, output_tokens }: CountedUsage): boolean {
  return input_tokens === 0 && output_tokens === 0;
}
