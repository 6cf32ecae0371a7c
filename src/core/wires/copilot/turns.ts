import type { ThreadError, ThreadEvent } from '../../thread/event.ts';
import { addInferred, TURN } from '../../thread/inferred.ts';
import { addUsage, usageBetween } from '../../thread/running-usage.ts';
import type { CountedUsage } from '../../thread/usage.ts';

/** The turns of a log. A prompt begins one; only a run that is printed, an abort or the end of the process ends it. */
export interface Turns {
  current(): string | undefined;
  /** Begins a turn, unless it is the one that runs. Ends the one before. `id` is the wire's name of it. */
  begin(id: string | undefined, inputText?: string): ThreadEvent[];
  /** The model answers once more. */
  step(): void;
  /** The model said something, and asks for tools or not. */
  answer(asksForTools: boolean): void;
  /** An error that ends the turn, unless the model says something after it. */
  fail(error: ThreadError): void;
  abort(reason: string | undefined): ThreadEvent[];
  /** Ends the turn as it stands. `isSaid`: a line says so. `hasFailed`: that line tells of a failure. */
  end(isSaid: boolean, hasFailed?: boolean): ThreadEvent[];
  /** The model has nothing more to do, or gave up. */
  isSettled(): boolean;
  count(usage: CountedUsage): CountedUsage;
}

export function createTurns(): Turns {
  let number = 0;
  let current: string | undefined;
  let isAnswered = false;
  let error: ThreadError | undefined;
  let total = addUsage();
  let atBeginning = total;

  function close(event: ThreadEvent): ThreadEvent[] {
    if (current === undefined) return [];
    event.turn_id = current;
    current = undefined;
    if (total === atBeginning) return [event];
    if (event.type === 'turn.completed' || event.type === 'turn.failed') event.usage = total;
    if (event.type !== 'thread.started' && event.type.startsWith('turn.')) {
      Object.assign(event, { turn_usage: usageBetween(atBeginning, total) });
    }
    return [event];
  }

  function end(isSaid: boolean, hasFailed = false): ThreadEvent[] {
    if (error || hasFailed) return close({ type: 'turn.failed', error: error ?? {} });
    return close(isSaid ? { type: 'turn.completed' } : { type: 'turn.completed', inferred: true });
  }

  return {
    current: () => current,
    begin(id, inputText) {
      if (current !== undefined && current === id) return [];
      const ended = end(false);
      number += 1;
      current = id ?? `synthetic-turn-${number}`;
      isAnswered = false;
      error = undefined;
      atBeginning = total;
      const event: ThreadEvent = { type: 'turn.started', turn_id: current };
      if (inputText !== undefined) event.input_text = inputText;
      return [...ended, id === undefined ? addInferred(event, TURN) : event];
    },
    step() {
      isAnswered = false;
    },
    answer(asksForTools) {
      isAnswered = !asksForTools;
      error = undefined;
    },
    fail(reason) {
      error = reason;
    },
    abort: (reason) => close(reason === undefined ? { type: 'turn.aborted' } : { type: 'turn.aborted', reason }),
    end,
    isSettled: () => isAnswered || error !== undefined,
    count(usage) {
      total = addUsage(total, usage);
      return total;
    },
  };
}
