import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { Usage } from '../../thread/usage.ts';
import { count, optionalCount } from '../field-checks.ts';
import { fieldTable, keyCount } from '../field-table.ts';

/** Token counts of Codex. Counts in today's form are used as they are. Counts missing in an older version are 0. */
const usageTable = fieldTable<Usage>((wire) => ({
  input_tokens: count(wire.input_tokens),
  cached_input_tokens: count(wire.cached_input_tokens),
  cache_write_input_tokens: optionalCount(wire.cache_write_input_tokens),
  output_tokens: count(wire.output_tokens),
  reasoning_output_tokens: count(wire.reasoning_output_tokens),
  total_tokens: optionalCount(wire.total_tokens),
}));

export type TokenUsage = Usage & { total_tokens: number };

/** Reads token counts. Computes the total if the wire does not have it. */
export function tokenUsage(source: JsonObject, problems: Problem[]): TokenUsage {
  if (isWholeUsage(source)) return source;
  const usage = usageTable.take(source, problems);
  return hasTotal(usage) ? usage : { ...usage, total_tokens: usage.input_tokens + usage.output_tokens };
}

function hasTotal(usage: Usage): usage is TokenUsage {
  return usage.total_tokens !== undefined;
}

/** True if all counts are there and nothing else, as Codex writes today. The table would return it unchanged. */
export function isWholeUsage(source: JsonObject): source is JsonObject & TokenUsage {
  return (
    Number.isSafeInteger(source.input_tokens) &&
    Number.isSafeInteger(source.cached_input_tokens) &&
    Number.isSafeInteger(source.output_tokens) &&
    Number.isSafeInteger(source.reasoning_output_tokens) &&
    Number.isSafeInteger(source.total_tokens) &&
    (keyCount(source) === 5 || (Number.isSafeInteger(source.cache_write_input_tokens) && keyCount(source) === 6))
  );
}
