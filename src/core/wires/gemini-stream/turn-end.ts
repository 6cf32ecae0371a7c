import type { TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';
import { withDefined } from '../with-defined.ts';

/** The end of a run. A run is one turn, so the counts of the process are also those of the turn. */
export function turnEnd(
  isSuccess: boolean,
  error: TurnFailedEvent['error'] | undefined,
  usage: Usage | undefined,
): TurnCompletedEvent | TurnFailedEvent {
  if (!isSuccess) {
    return { type: 'turn.failed', error: error ?? {}, ...(usage && { usage, turn_usage: addUsage(usage) }) };
  }
  const fields = { usage, turn_usage: usage && addUsage(usage), extra: error && { error } };
  return withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, fields);
}
