import type { ThreadEvent } from '../thread/event.ts';
import type { Outcome } from '../thread/outcome.ts';

/** Anything that yields bytes or text: a Node stream, a web ReadableStream, an array, a generator. */
export type ByteSource =
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>;

/** An event reader that may have to wait before it reads on. */
export interface ChunkReader {
  push(chunk: string | Uint8Array): Outcome[] | Promise<Outcome[]>;
  end(): Outcome[] | Promise<Outcome[]>;
}

/** The outcomes of a source, those of a chunk together. */
export async function* batchesOf(source: ByteSource, reader: ChunkReader): AsyncGenerator<Outcome[]> {
  for await (const chunk of iterate(source)) {
    const outcomes = await reader.push(chunk);
    if (outcomes.length > 0) yield outcomes;
  }
  const rest = await reader.end();
  if (rest.length > 0) yield rest;
}

/** The events of all lines that could be read. */
export async function* eventsOf(batches: AsyncIterable<Outcome[]>): AsyncGenerator<ThreadEvent> {
  for await (const batch of batches) {
    for (const outcome of batch) if (outcome.ok) yield* outcome.events;
  }
}

/** The same as a web stream. */
export function streamOf(reader: ChunkReader): TransformStream<string | Uint8Array, Outcome> {
  return new TransformStream({
    async transform(chunk, controller) {
      for (const outcome of await reader.push(chunk)) controller.enqueue(outcome);
    },
    async flush(controller) {
      for (const outcome of await reader.end()) controller.enqueue(outcome);
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
