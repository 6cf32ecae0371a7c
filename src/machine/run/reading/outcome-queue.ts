import type { Outcome } from '../../../core/thread/outcome.ts';
import { machineLimits } from '../../../limits/machine.ts';

/** The outcomes of bytes that came together. */
interface Batch {
  outcomes: Outcome[];
  bytes: number;
  taken: number;
}

/** Connects the pipe, which pushes, and the caller, who pulls. Bounded: see `isFull`. */
export interface OutcomeQueue {
  /** Adds outcomes, or drops them if it is full and may. */
  add(outcomes: Outcome[], bytes: number): void;
  end(): void;
  /** True if the writer should wait. */
  readonly isFull: boolean;
  /** True if somebody has begun to read. */
  readonly isClaimed: boolean;
  readonly outcomes: AsyncIterableIterator<Outcome>;
}

export interface OutcomeQueueOptions {
  /** True if outcomes that do not fit may be dropped, because nobody will read them. */
  mayDrop(): boolean;
  /** Called when there is room again, or no more need for it. */
  onRoom(): void;
  /** Called when the reader leaves before the end. */
  onLeave(): void;
}

export function createOutcomeQueue(options: OutcomeQueueOptions): OutcomeQueue {
  let batches: Batch[] = [];
  let unread = 0;
  let unreadBytes = 0;
  let isClaimed = false;
  let hasDropped = false;
  let hasEnded = false;
  let hasLeft = false;
  /** Readers that wait for more. */
  let waiting: ((result: IteratorResult<Outcome>) => void)[] = [];

  const isFull = () => unread >= machineLimits.maxUnreadOutcomes || unreadBytes >= machineLimits.maxUnreadBytes;

  function take(): Outcome | undefined {
    const [batch] = batches;
    if (!batch) return undefined;
    const wasFull = isFull();
    const outcome = batch.outcomes[batch.taken];
    batch.taken += 1;
    unread -= 1;
    if (batch.taken === batch.outcomes.length) {
      batches.shift();
      unreadBytes -= batch.bytes;
    }
    if (wasFull && !isFull()) options.onRoom();
    return outcome;
  }

  function serve(): void {
    while (waiting.length > 0 && unread > 0) {
      const outcome = take();
      if (outcome) waiting.shift()?.({ value: outcome, done: false });
    }
    if (!hasEnded) return;
    for (const resolve of waiting) resolve({ value: undefined, done: true });
    waiting = [];
  }

  function claim(): void {
    if (isClaimed) return;
    if (hasDropped) throw new TypeError('begin to read the events before, not after, you wait for the completion');
    isClaimed = true;
  }

  const iterator: AsyncIterableIterator<Outcome> = {
    [Symbol.asyncIterator]() {
      claim();
      return iterator;
    },
    async next() {
      claim();
      const outcome = waiting.length === 0 ? take() : undefined;
      if (outcome) return { value: outcome, done: false };
      return new Promise((resolve) => {
        waiting.push(resolve);
        serve();
      });
    },
    /** Written by hand: a generator would not notice while it waits for the next outcome. */
    async return() {
      const isEarly = !hasEnded || unread > 0;
      hasLeft = true;
      hasEnded = true;
      batches = [];
      unread = 0;
      unreadBytes = 0;
      serve();
      if (isEarly) options.onLeave();
      options.onRoom();
      return { value: undefined, done: true };
    },
  };

  return {
    add(outcomes, bytes) {
      if (hasLeft) return;
      if (isFull() && options.mayDrop()) {
        hasDropped = true;
        return;
      }
      batches.push({ outcomes, bytes, taken: 0 });
      unread += outcomes.length;
      unreadBytes += bytes;
      serve();
    },
    end() {
      hasEnded = true;
      serve();
    },
    get isFull() {
      return isFull();
    },
    get isClaimed() {
      return isClaimed;
    },
    outcomes: iterator,
  };
}
