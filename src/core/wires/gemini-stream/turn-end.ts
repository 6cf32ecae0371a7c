import type { TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { withDefined } from '../with-defined.ts';

/** The end of a run. A run is one turn, so the counts of the process are also those of the turn. */
export function turnEnd(
  isSuccess: boolean,
  error: TurnFailedEvent['error'] | undefined,
  usage: CountedUsage | undefined,
): TurnCompletedEvent | TurnFailedEvent {
  if (!isSuccess) {
    const failed: TurnFailedEvent = { type: 'turn.failed', error: error ?? {} };
    return withDefined(failed, { usage, turn_usage: usage && addUsage(usage) });
  }
  const fields = { usage, turn_usage: usage && addUsage(usage), extra: error && { error } };
  return withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, fields);
}
