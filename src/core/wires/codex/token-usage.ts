import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage, Usage } from '../../thread/usage.ts';
import { count, optionalCount, told } from '../field-checks.ts';
import { fieldTable, keyCount } from '../field-table.ts';

/**
 * Token counts of Codex, with those that an older version lacks as 0. Up to 0.30 two of them may be null. `cacheWrites`
 * stands for missing cache writes: in session files they stay absent.
 */
const counts = (wire: JsonObject, cacheWrites: 0 | undefined) => ({
  input_tokens: count(wire.input_tokens),
  cached_input_tokens: optionalCount(wire.cached_input_tokens) ?? told(0),
  cache_write_input_tokens: optionalCount(wire.cache_write_input_tokens) ?? told(cacheWrites),
  output_tokens: count(wire.output_tokens),
  reasoning_output_tokens: optionalCount(wire.reasoning_output_tokens) ?? told(0),
  total_tokens: optionalCount(wire.total_tokens),
});

/** The counts as Codex prints them. */
export const printedCounts = (wire: JsonObject) => counts(wire, 0);
export const usageTable = fieldTable<CountedUsage>(printedCounts);
const storedTable = fieldTable<CountedUsage>((wire) => counts(wire, undefined));

export type TokenUsage = CountedUsage & { total_tokens: number };

/** Reads printed counts. */
export function readUsage(source: JsonObject, problems: Problem[]): TokenUsage {
  return withTotal(usageTable.take(source, problems));
}

/** Reads the counts of a session file. Those in today's form are used as they are. */
export function tokenUsage(source: JsonObject, problems: Problem[]): TokenUsage {
  return isWholeUsage(source) ? source : withTotal(storedTable.take(source, problems));
}

/** Counts with their total, computed if the wire does not have it. Those of the wire stay as they are. */
export function withTotal<T extends Usage>(usage: T): T & { total_tokens: number } {
  return { ...usage, total_tokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens };
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
