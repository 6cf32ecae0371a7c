import type { TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { Usage } from '../../thread/usage.ts';

/** The end of a run. A run is one turn, and its counts are the process's: so they are the turn's own, too. */
export function turnEnd(
  isSuccess: boolean,
  error: TurnFailedEvent['error'] | undefined,
  usage: Usage | undefined,
): TurnCompletedEvent | TurnFailedEvent {
  if (!isSuccess) {
    return { type: 'turn.failed', error: error ?? {}, ...(usage && { usage, turn_usage: addUsage(usage) }) };
  }
  const event: TurnCompletedEvent = { type: 'turn.completed' };
  if (usage) {
    event.usage = usage;
    event.turn_usage = addUsage(usage);
  }
  if (error) event.extra = { error };
  return event;
}
