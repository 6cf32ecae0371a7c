import type { TokenCountEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { inferCounts } from '../inferred.ts';

/** The count of one request, after a total that the wire does not have. */
export function countEvent(
  total: CountedUsage,
  last: CountedUsage,
  source: unknown,
  request_id: string | undefined,
): TokenCountEvent {
  const event: TokenCountEvent = { type: 'token_count', ...total, total_tokens: total.total_tokens ?? 0, last };
  if (request_id !== undefined) event.request_id = request_id;
  inferCounts(event, '', event, undefined);
  inferCounts(event, 'last', last, source);
  return event;
}
