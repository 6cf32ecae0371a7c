import { closeSync, openSync, readSync } from 'node:fs';

/** As much as Node's streams and pipes give at a time. */
const CHUNK_SIZE = 64 * 1024;

/** Reads a file into one buffer that is used again and again: the cheapest way to get at its bytes. */
export function* chunksOf(path: string, buffer: Buffer): Generator<Buffer> {
  const file = openSync(path, 'r');
  for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) yield buffer.subarray(0, size);
  closeSync(file);
}

export function createChunkBuffer(): Buffer {
  return Buffer.allocUnsafe(CHUNK_SIZE);
}
