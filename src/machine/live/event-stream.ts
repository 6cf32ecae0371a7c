import { EventHistory } from './event-history.ts';
import type { LiveEvent } from './live-event.ts';

/** The events of a session for any number of readers, each from where it wants to begin. */
export class EventStream {
  readonly #history = new EventHistory();
  readonly #wakers = new Set<() => void>();
  readonly #watchers = new Set<(event: LiveEvent) => void>();
  readonly #onLastReaderGone: () => void;
  #readers = 0;
  #isOver = false;

  constructor(onLastReaderGone: () => void) {
    this.#onLastReaderGone = onLastReaderGone;
  }

  get hasReader(): boolean {
    return this.#readers > 0;
  }

  get length(): number {
    return this.#history.length;
  }

  push(event: LiveEvent): void {
    if (this.#isOver) return;
    this.#history.push(event);
    for (const watch of this.#watchers) watch(event);
    this.#wake();
  }

  /** Calls back for each event from now on. A watcher counts as a reader only if it says so by `addReader`. */
  watch(onEvent: (event: LiveEvent) => void): () => void {
    this.#watchers.add(onEvent);
    return () => void this.#watchers.delete(onEvent);
  }

  /** Somebody reads, until the function is called that it returns. */
  addReader(): () => void {
    this.#readers += 1;
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      this.#readers -= 1;
      if (this.#readers === 0) this.#onLastReaderGone();
    };
  }

  /** No more events come. Readers take what is left. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Reading begins with the first `next`, not before: who only holds an iterator cannot answer. */
  read(from: number, onNext?: (index: number) => void): AsyncIterator<LiveEvent> & AsyncIterable<LiveEvent> {
    let index = from;
    let leave: (() => void) | undefined;
    let isDone = false;
    const finish = () => {
      isDone = true;
      leave?.();
      this.#wake();
    };
    const next = async (): Promise<IteratorResult<LiveEvent>> => {
      if (!isDone) leave ??= this.addReader();
      while (!isDone) {
        const event = this.#history.at(index);
        if (event) {
          index += 1;
          onNext?.(index);
          return { done: false, value: event };
        }
        if (this.#isOver) break;
        await new Promise<void>((resolve) => void this.#wakers.add(resolve));
      }
      finish();
      return { done: true, value: undefined };
    };
    const iterator = {
      next,
      async return(): Promise<IteratorResult<LiveEvent>> {
        finish();
        return { done: true, value: undefined };
      },
      async throw(error: unknown): Promise<IteratorResult<LiveEvent>> {
        finish();
        throw error;
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #wake(): void {
    const waiting = [...this.#wakers];
    this.#wakers.clear();
    for (const wake of waiting) wake();
  }
}
