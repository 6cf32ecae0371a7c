import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { count, optionalCount, optionalNested } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { countOf } from './count-of.ts';

const detailsTable = fieldTable((wire) => ({ thinking_tokens: optionalCount(wire.thinking_tokens) }));

/** Token counts of the Messages API. `input_tokens` excludes tokens written to and read from the cache. */
const usageTable = fieldTable((wire) => ({
  input_tokens: count(wire.input_tokens),
  output_tokens: count(wire.output_tokens),
  cache_creation_input_tokens: optionalCount(wire.cache_creation_input_tokens),
  cache_read_input_tokens: optionalCount(wire.cache_read_input_tokens),
  output_tokens_details: optionalNested(wire.output_tokens_details, detailsTable),
}));

/** Converts the counts to the model's: input includes the cached part. */
export function readClaudeUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const wire = usageTable.read(source, problems);
  const cacheRead = wire.cache_read_input_tokens ?? 0;
  const cacheWrite = wire.cache_creation_input_tokens ?? 0;
  const input = wire.input_tokens + cacheRead + cacheWrite;
  const usage: CountedUsage = {
    input_tokens: input,
    cached_input_tokens: cacheRead,
    cache_write_input_tokens: cacheWrite,
    output_tokens: wire.output_tokens,
    reasoning_output_tokens: wire.output_tokens_details?.thinking_tokens ?? 0,
    total_tokens: input + wire.output_tokens,
  };
  if (wire.extra) usage.extra = wire.extra;
  return usage;
}

/** `modelUsage`: usage of the process, or the session, by model, including sub-agents and helpers. */
export function readModelUsage(source: unknown): CountedUsage | undefined {
  if (!isObject(source)) return undefined;
  const models = Object.values(source).filter(isObject);
  const total = models.map(oneModel).reduce((sum, part) => addUsage(sum, part), addUsage());
  // Some versions leave it empty after a repeated request.
  return total.total_tokens === 0 ? undefined : total;
}

function oneModel(model: JsonObject): CountedUsage {
  const cacheRead = countOf(model.cacheReadInputTokens);
  const cacheWrite = countOf(model.cacheCreationInputTokens);
  return {
    input_tokens: countOf(model.inputTokens) + cacheRead + cacheWrite,
    cached_input_tokens: cacheRead,
    cache_write_input_tokens: cacheWrite,
    output_tokens: countOf(model.outputTokens),
    reasoning_output_tokens: countOf(model.thinkingTokens),
  };
}
