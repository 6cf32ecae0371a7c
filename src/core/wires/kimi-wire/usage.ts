import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { count, optionalCount } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { usageBesideCache } from '../usage-beside-cache.ts';

/** Counts of a request. `inputOther` excludes the cache; `output` includes reasoning, which has no count of its own. */
const usageTable = fieldTable((wire) => ({
  inputOther: count(wire.inputOther),
  output: count(wire.output),
  inputCacheRead: optionalCount(wire.inputCacheRead),
  inputCacheCreation: optionalCount(wire.inputCacheCreation),
}));

export function readKimiUsage(source: JsonObject, problems: Problem[]): CountedUsage {
  const { inputOther, output, inputCacheRead = 0, inputCacheCreation = 0, extra } = usageTable.read(source, problems);
  const counts = { input: inputOther, cacheRead: inputCacheRead, cacheWrite: inputCacheCreation, output };
  return usageBesideCache(counts, extra);
}
