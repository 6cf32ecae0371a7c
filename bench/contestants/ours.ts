import { createReadStream, readFileSync } from 'node:fs';
import { createEventReader, type Outcome, readEventBatches, readEvents } from 'threadline';
import { createChunkBuffer, readChunks } from './read-chunks.ts';

/** Bytes to events, by hand. */
export function ours(paths: readonly string[]): number {
  const reader = createEventReader();
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    readChunks(path, buffer, (chunk) => {
      lines += linesOf(reader.push(chunk));
    });
    lines += linesOf(reader.end());
  }
  return lines;
}

/** From a stream, the outcomes of a chunk at a time. */
export async function oursInBatches(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const outcomes of readEventBatches(createReadStream(path))) lines += linesOf(outcomes);
  }
  return lines;
}

/** From a stream, one outcome at a time. */
export async function oursOneByOne(paths: readonly string[]): Promise<number> {
  let lines = 0;
  for (const path of paths) {
    for await (const outcome of readEvents(createReadStream(path))) if (!isFlush(outcome)) lines += 1;
  }
  return lines;
}

/** In the smallest pieces that a pipe is likely to give. */
export function oursInSmallChunks(paths: readonly string[]): number {
  const reader = createEventReader();
  let lines = 0;
  for (const path of paths) {
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 64) lines += linesOf(reader.push(bytes.subarray(at, at + 64)));
    lines += linesOf(reader.end());
  }
  return lines;
}

/** What was held back until the end may come as one more outcome, which stands for no line. */
export function linesOf(outcomes: readonly Outcome[]): number {
  return isFlush(outcomes.at(-1)) ? outcomes.length - 1 : outcomes.length;
}

function isFlush(outcome: Outcome | undefined): boolean {
  return outcome?.ok === true && outcome.flush === true;
}
