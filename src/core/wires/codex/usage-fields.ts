import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { Usage } from '../../thread/usage.ts';
import { count, optionalCount, otherwise } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * Token counts as Codex prints them. A count missing in an older version is 0, including cache writes. In session files
 * (`token-usage.ts`) missing cache writes stay absent.
 */
export const usageTable = fieldTable<Usage>((wire) => ({
  input_tokens: count(wire.input_tokens),
  cached_input_tokens: count(wire.cached_input_tokens),
  cache_write_input_tokens: otherwise(optionalCount(wire.cache_write_input_tokens), 0),
  output_tokens: count(wire.output_tokens),
  reasoning_output_tokens: count(wire.reasoning_output_tokens),
  total_tokens: optionalCount(wire.total_tokens),
}));

/** Reads token counts. Missing ones are 0, and the total is computed if the wire does not have it. */
export function readUsage(source: JsonObject, problems: Problem[]): Usage {
  return withTotal(usageTable.take(source, problems));
}

export function withTotal<T extends Usage>(usage: T): T {
  usage.total_tokens ??= usage.input_tokens + usage.output_tokens;
  return usage;
}
