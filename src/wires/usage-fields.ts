import type { Problem } from '../errors.ts';
import { isObject, type JsonObject } from '../lines/json.ts';
import type { Usage } from '../thread/usage.ts';
import { count, fieldTable, takeFields } from './fields.ts';

const zero = () => 0;

export const usageFields = {
  input_tokens: { read: count, otherwise: zero },
  cached_input_tokens: { read: count, otherwise: zero },
  cache_write_input_tokens: { read: count, otherwise: zero },
  output_tokens: { read: count, otherwise: zero },
  reasoning_output_tokens: { read: count, otherwise: zero },
  total_tokens: { read: count },
};

const usageTable = fieldTable(usageFields);

/** Reads token counts: missing ones are 0, the total is computed where the wire does not say it. */
export function readUsage(source: JsonObject, problems: Problem[]): Usage {
  const usage = takeFields(usageTable, source, problems) as JsonObject & Usage;
  usage.total_tokens ??= usage.input_tokens + usage.output_tokens;
  return usage;
}

/** The same as a field: undefined when it is no object. */
export function usageField(value: unknown, problems: Problem[]): Usage | undefined {
  return isObject(value) ? readUsage(value, problems) : undefined;
}
