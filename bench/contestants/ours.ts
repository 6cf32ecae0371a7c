import { createReadStream, readFileSync } from 'node:fs';
import { createEventReader, readEventBatches, readEvents } from 'threadline';
import { createChunkBuffer, readChunks } from './read-chunks.ts';

/** Bytes to events, by hand. */
export function ours(paths: readonly string[]): number {
  const reader = createEventReader();
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    readChunks(path, buffer, (chunk) => {
      lines += reader.push(chunk).length;
    });
    lines += reader.end().length;
  }
  return lines;
}

/** From a stream, the outcomes of a chunk at a time. */
export async function oursInBatches(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const outcomes of readEventBatches(createReadStream(path))) lines += outcomes.length;
  }
  return lines;
}

/** From a stream, one outcome at a time. */
export async function oursOneByOne(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const _outcome of readEvents(createReadStream(path))) lines += 1;
  }
  return lines;
}

/** In the smallest pieces that a pipe is likely to give. */
export function oursInSmallChunks(paths: readonly string[]): number {
  const reader = createEventReader();
  let lines = 0;
  for (const path of paths) {
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 64) lines += reader.push(bytes.subarray(at, at + 64)).length;
    lines += reader.end().length;
  }
  return lines;
}
