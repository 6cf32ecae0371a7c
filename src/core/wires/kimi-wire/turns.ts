import * as coreLimits from '../../../limits/core.ts';
import type { ThreadEvent, TurnEndEvent } from '../../thread/event.ts';
import { createRequestUsage, type RequestUsage } from '../request-usage.ts';

/** The turns of an agent. From 2.1 on the wire names them and marks their ends. */
export interface KimiTurns {
  current(): string | undefined;
  /** Begins a turn. `id` is the wire's number of it, if it has one. */
  begin(id: number | undefined): ThreadEvent[];
  /** The model has no more to do. Up to 0.30 nothing else tells the end of a turn. */
  done(): ThreadEvent[];
  end(event: TurnEndEvent): ThreadEvent[];
  /** Takes back the last turns. */
  undo(count: number): string[];
  /** What nothing else will end, at the end of the file. */
  last(): ThreadEvent[];
  readonly count: RequestUsage['add'];
}

export function createKimiTurns(): KimiTurns {
  const usage = createRequestUsage();
  let prompts = 0;
  let current: string | undefined;
  let isOpen = false;
  let isDone = false;
  let hasNumbers = false;
  const standing: string[] = [];

  function end(event: TurnEndEvent): ThreadEvent[] {
    if (!isOpen) return [];
    isOpen = false;
    isDone = false;
    if (current !== undefined) event.turn_id = current;
    return [usage.endTurn(event)];
  }

  return {
    current: () => current,
    begin(id) {
      // The end of a turn that was killed, or failed before 2.1, is not written.
      const ended = end(isDone ? { type: 'turn.completed' } : { type: 'turn.completed', inferred: true });
      hasNumbers = id !== undefined;
      current = String(id ?? prompts);
      prompts += 1;
      isOpen = true;
      usage.leaveTurn();
      standing.push(current);
      if (standing.length > coreLimits.maxRememberedTurns) standing.shift();
      return ended;
    },
    done() {
      isDone = true;
      return hasNumbers ? [] : end({ type: 'turn.completed' });
    },
    end,
    undo: (count) => (count > 0 ? standing.splice(-Math.min(count, standing.length)) : []),
    last: () => (isDone ? end({ type: 'turn.completed' }) : []),
    count: usage.add,
  };
}
