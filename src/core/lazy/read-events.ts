import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';
import type { EventReaderOptions } from '../wires/create-reader.ts';
import { type ByteSource, batchesOf, eventsOf, streamOf } from '../wires/read-source.ts';
import { createLoadingReader } from './loading-reader.ts';

/** Reads a source and yields the outcomes of each chunk together, as that of the root does. */
export async function* readEventBatches(
  source: ByteSource,
  options: EventReaderOptions = {},
): AsyncGenerator<Outcome[]> {
  yield* batchesOf(source, createLoadingReader(options));
}

/**
 * Reads a source and yields its outcomes one by one, as that of the root does. The readers of an agent are loaded when its
 * first line comes, so a page that reads all agents begins with none of them.
 *
 * @example
 * import { readEvents } from 'threadline/lazy';
 *
 * const line = '{"type":"item.completed","item":{"id":"a","type":"agent_message","text":"Hello"}}\n';
 * for await (const outcome of readEvents(new Blob([line]).stream())) {
 *   if (outcome.ok) for (const event of outcome.events) console.log(event.type);
 * }
 */
export async function* readEvents(source: ByteSource, options: EventReaderOptions = {}): AsyncGenerator<Outcome> {
  for await (const batch of readEventBatches(source, options)) yield* batch;
}

/** Reads a source and yields its events one by one, as that of the root does. */
export async function* readThreadEvents(
  source: ByteSource,
  options: EventReaderOptions = {},
): AsyncGenerator<ThreadEvent> {
  yield* eventsOf(readEventBatches(source, options));
}

/** `readEvents` as a web stream, for a chain of `pipeThrough`. */
export function createEventStream(options: EventReaderOptions = {}): TransformStream<string | Uint8Array, Outcome> {
  return streamOf(createLoadingReader(options));
}
