import { readFileSync } from 'node:fs';
import { createEventReader, type Outcome, readEventBatches, readEvents } from 'threadline';
import { chunksOf, createChunkBuffer } from './read-chunks.ts';

/** Bytes to events, by hand. */
export function ours(paths: readonly string[]): number {
  const reader = createEventReader();
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    for (const chunk of chunksOf(path, buffer)) lines += linesOf(reader.push(chunk));
    lines += linesOf(reader.end());
  }
  return lines;
}

/** By the async face, the outcomes of a chunk at a time. Its chunks are the same: Node's file streams are not measured. */
export async function oursInBatches(paths: readonly string[]): Promise<number> {
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    for await (const outcomes of readEventBatches(chunksOf(path, buffer))) lines += linesOf(outcomes);
  }
  return lines;
}

/** By the async face, one outcome at a time. */
export async function oursOneByOne(paths: readonly string[]): Promise<number> {
  const buffer = createChunkBuffer();
  let lines = 0;
  for (const path of paths) {
    for await (const outcome of readEvents(chunksOf(path, buffer))) if (!isFlush(outcome)) lines += 1;
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
