import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { optionalCount } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * Counts, under any of goose's names. The input includes what was read from the cache, the output what was thought. A
 * run and a row name their cached part differently.
 */
const usageTable = fieldTable((wire) => ({
  input: optionalCount(wire.input_tokens) ?? optionalCount(wire.inputTokens),
  output: optionalCount(wire.output_tokens) ?? optionalCount(wire.outputTokens),
  total: optionalCount(wire.total_tokens) ?? optionalCount(wire.totalTokens),
  read:
    optionalCount(wire.cache_read_input_tokens) ??
    optionalCount(wire.cache_read_tokens) ??
    optionalCount(wire.cacheReadTokens),
  write:
    optionalCount(wire.cache_write_input_tokens) ??
    optionalCount(wire.cache_write_tokens) ??
    optionalCount(wire.cacheWriteTokens),
}));

/** Reads counts. Undefined if there are none: a run that failed at once has only nulls. */
export function readUsage(source: JsonObject, problems: Problem[]): CountedUsage | undefined {
  const { input, output, total, read, write, extra } = usageTable.read(source, problems);
  if (input === undefined && output === undefined && !extra) return undefined;
  const usage: CountedUsage = {
    input_tokens: input ?? 0,
    cached_input_tokens: read ?? 0,
    output_tokens: output ?? 0,
    reasoning_output_tokens: 0,
    total_tokens: total ?? (input ?? 0) + (output ?? 0),
  };
  if (write !== undefined) usage.cache_write_input_tokens = write;
  if (extra) usage.extra = extra;
  return usage;
}
