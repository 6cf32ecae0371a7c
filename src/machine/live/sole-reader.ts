import type { EventStream } from './event-stream.ts';
import type { LiveEvent } from './live-event.ts';

/** The one reader of a session's own loop. A loop that ends gives its place to the next, which reads on from there. */
export class SoleReader {
  readonly #stream: EventStream;
  #cursor = 0;
  #isRead = false;

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  read(): AsyncIterator<LiveEvent> {
    if (this.#isRead) throw new TypeError('a session has one reader; subscribe() is for more');
    this.#isRead = true;
    const iterator = this.#stream.read(this.#cursor, (index) => {
      this.#cursor = index;
    });
    const release = async () => {
      this.#isRead = false;
      return (await iterator.return?.()) ?? { done: true as const, value: undefined };
    };
    const next = async () => {
      const result = await iterator.next();
      if (result.done) this.#isRead = false;
      return result;
    };
    return { next, return: release, throw: release };
  }
}
