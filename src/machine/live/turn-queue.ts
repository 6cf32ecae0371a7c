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

/** What is told of texts that an interrupt took back. */
export function droppedTexts(count: number): string {
  return count === 1 ? 'a text that waited was dropped' : `${count} texts that waited were dropped`;
}

/** Texts that wait for the end of a turn, in order. */
export class SayQueue {
  /** Each in an object of its own: two may be the same words. */
  #waiting: { input: LiveInput }[] = [];

  /** Returns the function that takes the text back: false if it is gone already. */
  add(input: LiveInput): () => Promise<boolean> {
    const said = { input };
    this.#waiting.push(said);
    return async () => {
      const before = this.#waiting.length;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== said);
      return this.#waiting.length < before;
    };
  }

  next(): LiveInput | undefined {
    return this.#waiting.shift()?.input;
  }

  /** Takes all that have no images. */
  takeTexts(): string[] {
    const texts = this.#waiting.flatMap(({ input }) => textAlone(input) ?? []);
    this.#waiting = this.#waiting.filter(({ input }) => textAlone(input) === undefined);
    return texts;
  }

  clear(): number {
    const count = this.#waiting.length;
    this.#waiting = [];
    return count;
  }
}

function textAlone(input: LiveInput): string | undefined {
  if (typeof input === 'string') return input;
  return input.images === undefined || input.images.length === 0 ? input.text : undefined;
}
