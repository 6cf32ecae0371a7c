import type { ThreadError, ThreadEvent } from '../../thread/event.ts';
import { addInferred, TURN } from '../../thread/inferred.ts';
import { addUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';

/** The turns of a thread, and what they used. */
export interface Turns {
  current(): string | undefined;
  /** Begins a turn. The one before was ended by its caller. */
  begin(): ThreadEvent;
  /** Ends the current turn. `error`: it failed. */
  end(error?: ThreadError): ThreadEvent[];
  abort(reason: string): ThreadEvent[];
  /** Takes the usage of one request and returns the new total. */
  count(usage: CountedUsage): CountedUsage;
}

/** Turns are numbered for a reader's whole life, so that two runs never share one. */
export function createTurns(): Turns {
  let number = 0;
  let current: string | undefined;
  let total = addUsage();
  let atBeginning = total;

  function close<Event extends ThreadEvent>(event: Event): Event[] {
    if (current === undefined) return [];
    event.turn_id = current;
    current = undefined;
    return [event];
  }

  function used(): { usage: CountedUsage; turn_usage: CountedUsage } | undefined {
    return total === atBeginning ? undefined : { usage: total, turn_usage: usageBetween(atBeginning, total) };
  }

  return {
    current: () => current,
    begin() {
      number += 1;
      current = `synthetic-turn-${number}`;
      atBeginning = total;
      return addInferred<ThreadEvent>({ type: 'turn.started', turn_id: current }, TURN);
    },
    end: (error) =>
      close<ThreadEvent>({ ...(error ? { type: 'turn.failed', error } : { type: 'turn.completed' }), ...used() }),
    abort(reason) {
      const counts = used();
      return close<ThreadEvent>({ type: 'turn.aborted', reason, ...(counts && { turn_usage: counts.turn_usage }) });
    },
    count(usage) {
      total = addUsage(total, usage);
      return total;
    },
  };
}
