import type { LiveInput, Turn, TurnEnd } from './live-session.ts';

/** A turn that runs, with the way to end it. */
export interface RunningTurn {
  turn: Turn;
  end(end: TurnEnd): void;
}

export function startTurn(): RunningTurn {
  let end: (end: TurnEnd) => void = () => {};
  const done = new Promise<TurnEnd>((resolve) => {
    end = resolve;
  });
  return { turn: { done }, end };
}

/** Texts that wait for the end of a turn, in order. */
export class SayQueue {
  #waiting: LiveInput[] = [];

  /** Returns the function that takes the text back: false if it is gone already. */
  add(input: LiveInput): () => Promise<boolean> {
    this.#waiting.push(input);
    return async () => {
      const before = this.#waiting.length;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== input);
      return this.#waiting.length < before;
    };
  }

  next(): LiveInput | undefined {
    return this.#waiting.shift();
  }

  /** Takes all that are plain texts. */
  takeTexts(): string[] {
    const texts = this.#waiting.filter((input) => typeof input === 'string');
    this.#waiting = this.#waiting.filter((input) => typeof input !== 'string');
    return texts;
  }

  clear(): number {
    const count = this.#waiting.length;
    this.#waiting = [];
    return count;
  }
}
