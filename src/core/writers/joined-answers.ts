import type { SessionMessage } from './session-format.ts';

/** Writes one answer of the model, and is told whether the turn ends with it. */
type WriteAnswer = (answer: SessionMessage, isLast: boolean) => object[];

/** Joins a text with the calls after it: they were one answer, and some services refuse two in a row. */
export interface JoinedAnswers {
  /** Takes an answer. Gives the lines of the one before, if this one is another. */
  add(answer: SessionMessage): object[];
  /** Nothing follows in this turn. */
  end(): object[];
}

export function createJoinedAnswers(write: WriteAnswer): JoinedAnswers {
  let held: SessionMessage | undefined;

  function flush(isLast: boolean): object[] {
    const answer = held;
    held = undefined;
    return answer ? write(answer, isLast) : [];
  }

  return {
    add(answer) {
      const isOne = held !== undefined && held.calls.length === 0 && answer.calls.length > 0;
      if (held && isOne) {
        held = { ...answer, parts: [...held.parts, ...answer.parts] };
        return [];
      }
      const before = flush(false);
      held = answer;
      return before;
    },
    end: () => flush(true),
  };
}
