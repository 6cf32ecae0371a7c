import type { ThreadEvent, TurnEndEvent } from '../../thread/event.ts';
import { createRequestUsage, type RequestUsage } from '../request-usage.ts';

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
  readonly count: RequestUsage['add'];
  /** Continues after a turn that was told again, under a name that is made here unless it is the last one's. */
  resume(isOpen: boolean, isSame: boolean): string;
}

export function createPiTurns(): PiTurns {
  let number = 0;
  let id: string | undefined;
  let isOpen = false;
  let failure: string | undefined;
  const usage = createRequestUsage();

  function ended(event: TurnEndEvent): TurnEndEvent {
    isOpen = false;
    failure = undefined;
    return usage.endTurn(event);
  }

  function settle(): ThreadEvent[] {
    if (!isOpen || failure === undefined) return [];
    return [ended({ type: 'turn.failed', error: { message: failure } })];
  }

  const aborted = () => ended({ type: 'turn.aborted', reason: 'interrupted' });

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
      if (isOpen) events.push(ended({ type: 'turn.completed', inferred: true }));
      for (const event of events) if (id !== undefined) event.turn_id = id;
      next();
      isOpen = true;
      usage.leaveTurn();
      return events;
    },
    stop(reason, message) {
      if (!isOpen) return [];
      if (reason === 'error') failure = message;
      if (reason === 'stop' || reason === 'length') return [ended({ type: 'turn.completed' })];
      return reason === 'aborted' ? [aborted()] : [];
    },
    isOpen: () => isOpen,
    goOn() {
      failure = undefined;
    },
    settle,
    rest(isAborted) {
      if (!isOpen || failure !== undefined) return [];
      return [isAborted ? aborted() : ended({ type: 'turn.completed' })];
    },
    count: usage.add,
    resume(isStillOpen, isSame) {
      isOpen = isStillOpen;
      failure = undefined;
      usage.leaveTurn();
      return isSame && id !== undefined ? id : next();
    },
  };
}
