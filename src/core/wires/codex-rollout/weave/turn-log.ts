import * as coreLimits from '../../../../limits/core.ts';
import { forgetOldest } from '../../forget-oldest.ts';

/** The turns of a file. */
export interface TurnLog {
  begin(id: string): void;
  /** Notes that the person typed in the newest turn. A rollback counts such turns. */
  typed(): void;
  /** True for a recent turn, even if it was taken back. */
  has(id: string): boolean;
  /** Takes back `count` typed turns and all turns after the first of them. Returns their ids, oldest first. */
  takeBack(count: number): string[];
}

/** Late items name their turn, and rollbacks count turns. A limited number is remembered; the oldest are forgotten. */
export function createTurnLog(): TurnLog {
  const known = new Set<string>();
  let turns: { id: string; isTyped: boolean }[] = [];

  return {
    begin(id) {
      if (turns.at(-1)?.id === id) return;
      known.delete(id);
      known.add(id);
      forgetOldest(known, coreLimits.maxRememberedTurns);
      turns.push({ id, isTyped: false });
      if (turns.length > 2 * coreLimits.maxRememberedTurns) turns = turns.slice(-coreLimits.maxRememberedTurns);
    },
    typed() {
      const newest = turns.at(-1);
      if (newest) newest.isTyped = true;
    },
    has: (id) => known.has(id),
    takeBack(count) {
      let first = turns.length;
      for (let left = count; first > 0 && left >= 1; first -= 1) if (turns[first - 1]?.isTyped) left -= 1;
      return turns.splice(first).map(({ id }) => id);
    },
  };
}
