import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { count, optionalCount } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** `stats` of a `result` line: the process's total. */
const statsTable = fieldTable((wire) => ({
  total_tokens: optionalCount(wire.total_tokens),
  /** Includes the cached part. */
  input_tokens: count(wire.input_tokens),
  /** Excludes the model's thoughts. */
  output_tokens: count(wire.output_tokens),
  cached: optionalCount(wire.cached),
}));

/** Reads the counts of a run. They do not name thoughts, which are the total minus input and output. */
export function readStats(source: JsonObject, problems: Problem[]): CountedUsage {
  const { input_tokens, output_tokens, cached, total_tokens, extra } = statsTable.read(source, problems);
  const thoughts = Math.max((total_tokens ?? 0) - input_tokens - output_tokens, 0);
  return {
    input_tokens,
    cached_input_tokens: cached ?? 0,
    output_tokens: output_tokens + thoughts,
    reasoning_output_tokens: thoughts,
    total_tokens: total_tokens ?? input_tokens + output_tokens,
    ...(extra && { extra }),
  };
}

/** Counts of one request (`tokens` of a chat record) or one model (`stats` of the JSON output). */
const recordTable = fieldTable((wire) => ({
  /** The prompt, including its cached part. The JSON output calls it `prompt`, and the uncached part `input`. */
  input: count(wire.input),
  output: count(wire.output),
  cached: optionalCount(wire.cached),
  thoughts: optionalCount(wire.thoughts),
  /** Prompts of the service's own tools. */
  tool: optionalCount(wire.tool),
  total: optionalCount(wire.total),
}));

const modelTable = fieldTable((wire) => ({
  input: count(wire.prompt),
  output: count(wire.candidates),
  cached: optionalCount(wire.cached),
  thoughts: optionalCount(wire.thoughts),
  tool: optionalCount(wire.tool),
  total: optionalCount(wire.total),
}));

export function readTokens(source: JsonObject, problems: Problem[]): CountedUsage {
  return usageOf(recordTable.read(source, problems));
}

/** The sum of all models' counts in the JSON output. The whole object stays in `extra`, because it says much more. */
export function readModelStats(stats: JsonObject, problems: Problem[]): CountedUsage {
  let total = addUsage();
  const models = isObject(stats.models) ? Object.values(stats.models) : [];
  for (const model of models) {
    if (!isObject(model) || !isObject(model.tokens)) continue;
    total = addUsage(total, usageOf(modelTable.read(model.tokens, problems)));
  }
  return { ...total, extra: stats };
}

function usageOf(wire: FieldsOf<typeof recordTable>): CountedUsage {
  const { input, output, cached, thoughts, tool, total, extra } = wire;
  const usage: CountedUsage = {
    input_tokens: input + (tool ?? 0),
    cached_input_tokens: cached ?? 0,
    output_tokens: output + (thoughts ?? 0),
    reasoning_output_tokens: thoughts ?? 0,
    total_tokens: total ?? input + output + (thoughts ?? 0) + (tool ?? 0),
  };
  if (extra) usage.extra = extra;
  return usage;
}
