import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from './event-reader.ts';

/** Anything that yields bytes or text: a Node stream, a web ReadableStream, an array, a generator. */
export type ByteSource =
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>;

/** Reads a source and yields the outcomes of each chunk together. This is the fast way to read much. */
export async function* readEventBatches(
  source: ByteSource,
  options: EventReaderOptions = {},
): AsyncGenerator<Outcome[]> {
  const reader = createEventReader(options);
  for await (const chunk of iterate(source)) {
    const outcomes = reader.push(chunk);
    if (outcomes.length > 0) yield outcomes;
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest;
}

/**
 * Reads a source and yields its outcomes one by one. It asks the source for more only when all were taken.
 *
 * @example
 * import { readEvents } from 'threadline';
 *
 * for await (const outcome of readEvents(process.stdin)) {
 *   if (outcome.ok) for (const event of outcome.events) console.log(event.type);
 *   else console.log(`line ${outcome.line}: ${outcome.error.message}`);
 * }
 */
export async function* readEvents(source: ByteSource, options: EventReaderOptions = {}): AsyncGenerator<Outcome> {
  for await (const batch of readEventBatches(source, options)) yield* batch;
}

/**
 * Reads a source and yields its events one by one. Skips unreadable lines silently; `readEvents` reports them.
 *
 * @example
 * import { readThreadEvents } from 'threadline';
 *
 * for await (const event of readThreadEvents(process.stdin)) console.log(event.type);
 */
export async function* readThreadEvents(
  source: ByteSource,
  options: EventReaderOptions = {},
): AsyncGenerator<ThreadEvent> {
  for await (const batch of readEventBatches(source, options)) {
    for (const outcome of batch) if (outcome.ok) yield* outcome.events;
  }
}

/** `readEvents` as a web stream, for a chain of `pipeThrough`. */
export function createEventStream(options: EventReaderOptions = {}): TransformStream<string | Uint8Array, Outcome> {
  const reader = createEventReader(options);
  return new TransformStream({
    transform(chunk, controller) {
      for (const outcome of reader.push(chunk)) controller.enqueue(outcome);
    },
    flush(controller) {
      for (const outcome of reader.end()) controller.enqueue(outcome);
    },
  });
}

/** Not every browser can iterate a ReadableStream yet. */
function iterate(source: ByteSource): AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array> {
  if (typeof source === 'string' || source instanceof Uint8Array) {
    throw new TypeError('readEvents takes a stream or an iterable of chunks; wrap a single chunk in an array');
  }
  if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
  return readChunks(source);
}

async function* readChunks(stream: ReadableStream<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  const reader = stream.getReader();
  let done = false;
  try {
    for (;;) {
      const next = await reader.read();
      done = next.done;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!done) await reader.cancel();
    reader.releaseLock();
  }
}
