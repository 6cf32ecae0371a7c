import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from './event-reader.ts';
import { type ByteSource, batchesOf, eventsOf, streamOf } from './read-source.ts';

export type { ByteSource } from './read-source.ts';

/** Reads a source and yields the outcomes of each chunk together. This is the fast way to read much. */
export async function* readEventBatches(
  source: ByteSource,
  options: EventReaderOptions = {},
): AsyncGenerator<Outcome[]> {
  yield* batchesOf(source, createEventReader(options));
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
  yield* eventsOf(readEventBatches(source, options));
}

/** `readEvents` as a web stream, for a chain of `pipeThrough`. */
export function createEventStream(options: EventReaderOptions = {}): TransformStream<string | Uint8Array, Outcome> {
  return streamOf(createEventReader(options));
}
