import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { count, optionalCount } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';

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
  return usageBesideCache({ input, cacheRead, cacheWrite, output, reasoning }, extra);
}
