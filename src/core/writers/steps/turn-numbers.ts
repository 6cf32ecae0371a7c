import type { TurnRange } from '../message-filter.ts';
import type { Step } from './step.ts';

/** Tells for the steps of a thread, in their order, whether their turn is wanted. Turn 0 is history that it was given. */
export function createTurnNumbers({ from = 0, to = Number.POSITIVE_INFINITY }: TurnRange = {}) {
  let count = 0;
  let last: string | undefined;
  return ({ inherited, turnId }: Step): boolean => {
    if (!inherited && turnId !== undefined && turnId !== last) {
      count += 1;
      last = turnId;
    }
    // Some wires name no turns: all that they hold is one.
    const turn = inherited ? count : Math.max(count, 1);
    return turn >= from && turn <= to;
  };
}
