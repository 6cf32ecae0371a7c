import { sessionAt } from '../sessions/homes.ts';
import type { AgentStore } from '../sessions/store.ts';
import { readChunks, readCompressedChunks, readSourceChunks } from './read-chunks.ts';
import type { UsageSource } from './scan-usage.ts';
import type { OnUsageProblem } from './usage-row.ts';

/** The plain bytes of a session, in pieces that are only lent. */
export function chunksOf(
  { path, chunks, source }: UsageSource,
  onProblem: OnUsageProblem,
  agents?: readonly AgentStore[] | undefined,
): Generator<Buffer> | AsyncGenerator<Buffer> {
  if (chunks) return givenChunks(chunks);
  const known = source ?? sessionAt(path, { agents })?.source;
  if (known) return readSourceChunks(known, path, onProblem);
  return /\.zst$/i.test(path) ? readCompressedChunks(path, onProblem) : readChunks(path, onProblem);
}

async function* givenChunks(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of chunks) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** Passes chunks on until one is refused. Those of a plain file are lent: read no other file in between. */
export async function takeChunks(
  chunks: Generator<Buffer> | AsyncGenerator<Buffer>,
  take: (chunk: Buffer) => boolean,
): Promise<void> {
  if (Symbol.asyncIterator in chunks) {
    for await (const chunk of chunks) if (!take(chunk)) break;
  } else for (const chunk of chunks) if (!take(chunk)) break;
}
