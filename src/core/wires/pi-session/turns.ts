import type { ThreadEvent, TokenCountEvent, TurnCompletedEvent, TurnFailedEvent } from '../../thread/event.ts';
import { addInferred, USAGE } from '../../thread/inferred.ts';
import { addUsage, sumUsage } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { inferCounts } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';

/** The turns of a session, which pi does not name: what follows one prompt. Its own turns are single requests. */
export interface PiTurns {
  current(): string | undefined;
  /** Begins a turn, and ends the one before as far as it is known to have ended. */
  begin(): ThreadEvent[];
  /** The model ended its answer. A failure may be tried again, so it ends nothing yet. */
  stop(reason: string | undefined, failure: string): ThreadEvent[];
  /** A new request of the same turn: what failed before is tried again. */
  goOn(): void;
  isOpen(): boolean;
  /** Nothing follows by itself: what failed has failed. */
  settle(): ThreadEvent[];
  /** The agent stopped, after whatever it did last. A failure may still be tried again. */
  rest(isAborted: boolean): ThreadEvent[];
  /** Adds the usage of a request. */
  count(usage: CountedUsage, given: unknown): TokenCountEvent;
  /** Continues after a turn that was told again, under a name that is made here unless it is the last one's. */
  resume(isOpen: boolean, isSame: boolean): string;
}

export function createPiTurns(): PiTurns {
  let number = 0;
  let id: string | undefined;
  let isOpen = false;
  let failure: string | undefined;
  let total = addUsage();
  let used: CountedUsage | undefined;

  /** The last counts of a turn, by its end. */
  function ended<End extends TurnCompletedEvent | TurnFailedEvent>(event: End): End {
    isOpen = false;
    failure = undefined;
    const turn_usage = used;
    used = undefined;
    if (!turn_usage) return event;
    return withDefined<TurnCompletedEvent | TurnFailedEvent>(addInferred(event, USAGE), {
      usage: total,
      turn_usage,
    }) as End;
  }

  function settle(): ThreadEvent[] {
    if (!isOpen || failure === undefined) return [];
    return [ended({ type: 'turn.failed', error: { message: failure } })];
  }

  function aborted(): ThreadEvent {
    isOpen = false;
    const event: ThreadEvent = { type: 'turn.aborted', reason: 'interrupted' };
    if (used) event.turn_usage = used;
    used = undefined;
    return event;
  }

  function next(): string {
    number += 1;
    id = `synthetic-turn-${number}`;
    return id;
  }

  return {
    current: () => id,
    begin() {
      const events = settle();
      // A new prompt while the agent works, or after it was killed.
      if (isOpen) events.push(ended<TurnCompletedEvent>({ type: 'turn.completed', inferred: true }));
      for (const event of events) if (id !== undefined) event.turn_id = id;
      next();
      isOpen = true;
      used = undefined;
      return events;
    },
    stop(reason, message) {
      if (!isOpen) return [];
      if (reason === 'error') failure = message;
      if (reason === 'stop' || reason === 'length') return [ended<TurnCompletedEvent>({ type: 'turn.completed' })];
      return reason === 'aborted' ? [aborted()] : [];
    },
    isOpen: () => isOpen,
    goOn() {
      failure = undefined;
    },
    settle,
    rest(isAborted) {
      if (!isOpen || failure !== undefined) return [];
      return [isAborted ? aborted() : ended<TurnCompletedEvent>({ type: 'turn.completed' })];
    },
    count(usage, given) {
      total = sumUsage(total, usage);
      used = used ? sumUsage(used, usage) : usage;
      const event: TokenCountEvent = { type: 'token_count', ...total, last: usage };
      inferCounts(event, '', total, undefined);
      inferCounts(event, 'last', usage, given);
      return event;
    },
    resume(isStillOpen, isSame) {
      isOpen = isStillOpen;
      failure = undefined;
      used = undefined;
      return isSame && id !== undefined ? id : next();
    },
  };
}
