import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { createEventRows } from './event-rows.ts';

/** Events of a thread as they come: those of `readEvents`, of a run, or a stream of them. */
export type ThreadStream = AsyncIterable<ThreadEvent | Outcome> | ReadableStream<ThreadEvent | Outcome>;

/** What is known of a stream. */
export interface StreamedThread {
  /** The rows so far. */
  rows: readonly Row[];
  /** `waiting` before the first event; `failed` if the stream ended with an error. */
  state: 'waiting' | 'streaming' | 'done' | 'failed';
  error?: unknown;
}

/** A stream that is read once, for however many components show it. */
export interface FollowedStream {
  subscribe(listener: () => void): () => void;
  get(): StreamedThread;
  imageOf(name: string): string | undefined;
}

export const NOTHING_YET: StreamedThread = { rows: [], state: 'waiting' };

/** Rows are drawn at most this often. */
const FRAME_MS = 33;
/** A component that is mounted twice, as React does while one develops, comes back within this time. */
const LEAVE_MS = 1000;

const followed = new WeakMap<ThreadStream, FollowedStream>();

/** A stream can be read once, and a component may be mounted twice: whoever asks for the same stream gets the same. */
export function followStream(stream: ThreadStream): FollowedStream {
  const known = followed.get(stream);
  if (known) return known;
  const made = follow(stream);
  followed.set(stream, made);
  return made;
}

function follow(stream: ThreadStream): FollowedStream {
  const fold = createEventRows();
  const listeners = new Set<() => void>();
  let snapshot = NOTHING_YET;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let end: (() => Promise<unknown> | undefined) | undefined;

  function tell(next: Omit<StreamedThread, 'rows'>): void {
    clearTimeout(timer);
    timer = undefined;
    snapshot = { rows: fold.rows(), ...next };
    for (const listener of [...listeners]) listener();
  }

  async function read(): Promise<void> {
    const events = eventsOf(stream);
    end = events.end;
    try {
      for (let next = await events.next(); !next.done; next = await events.next()) {
        fold.push(next.value);
        timer ??= setTimeout(() => tell({ state: 'streaming' }), FRAME_MS);
      }
      tell({ state: 'done' });
    } catch (error) {
      tell({ state: 'failed', error });
    }
  }

  return {
    get: () => snapshot,
    imageOf: (name) => fold.images.dataOf(name),
    subscribe(listener) {
      clearTimeout(leaving);
      listeners.add(listener);
      if (!end) void read();
      return () => {
        listeners.delete(listener);
        // Nobody looks any more: whoever writes the stream may stop.
        if (listeners.size === 0) leaving = setTimeout(() => void end?.()?.catch(() => {}), LEAVE_MS);
      };
    },
  };
}

/** Not every browser lets one iterate over a stream. */
function eventsOf(stream: ThreadStream) {
  if ('getReader' in stream) {
    const reader = stream.getReader();
    return { next: () => reader.read(), end: () => reader.cancel() };
  }
  const events = stream[Symbol.asyncIterator]();
  return { next: () => events.next(), end: () => events.return?.() };
}
