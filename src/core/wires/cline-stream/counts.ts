import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { readUsage } from '../cline/usage.ts';
import { inferCounts } from '../inferred.ts';
import { totalsTable } from './lines.ts';

/** One request, with the sum of its agent. */
export function readCounts(event: JsonObject, problems: Problem[]): ThreadEvent {
  const totals = totalsTable.read(event, problems);
  const last = readUsage(totals.extra ?? {}, problems);
  const { totalInputTokens: input, totalOutputTokens: output, totalCacheReadTokens: cached } = totals;
  const sum: ThreadEvent = {
    type: 'token_count',
    input_tokens: input ?? last.input_tokens,
    cached_input_tokens: cached ?? last.cached_input_tokens,
    output_tokens: output ?? last.output_tokens,
    reasoning_output_tokens: 0,
    total_tokens: (input ?? last.input_tokens) + (output ?? last.output_tokens),
    last,
  };
  inferCounts(sum, 'last', last, event);
  return sum;
}
