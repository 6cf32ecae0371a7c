import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { count, optionalCount } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `usage` of a message. `input` excludes the cache; `output` includes `reasoning`, which older versions do not tell. */
const usageTable = fieldTable((wire) => ({
  input: count(wire.input),
  output: count(wire.output),
  cacheRead: optionalCount(wire.cacheRead),
  cacheWrite: optionalCount(wire.cacheWrite),
  reasoning: optionalCount(wire.reasoning),
  totalTokens: optionalCount(wire.totalTokens),
}));

export function readPiUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0, extra } = usageTable.read(source, problems);
  const input_tokens = input + cacheRead + cacheWrite;
  return {
    input_tokens,
    cached_input_tokens: cacheRead,
    cache_write_input_tokens: cacheWrite,
    output_tokens: output,
    reasoning_output_tokens: reasoning,
    total_tokens: input_tokens + output,
    ...(extra && { extra }),
  };
}
