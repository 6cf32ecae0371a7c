import { createEventReader, createMessageBuilder, type Outcome } from 'threadline';
import { linesOf } from './ours.ts';
import { chunksOf, createChunkBuffer } from './read-chunks.ts';

/** Bytes to messages: what `ours` reads, folded. Every run has a builder of its own; `exec` holds many, one after the other. */
export function oursMessages(paths: readonly string[]): number {
  const reader = createEventReader();
  const buffer = createChunkBuffer();
  let builder = createMessageBuilder();
  let lines = 0;

  function fold(outcomes: readonly Outcome[]): void {
    lines += linesOf(outcomes);
    for (const outcome of outcomes) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        if (event.type === 'thread.started') builder = createMessageBuilder();
        builder.push(event);
      }
    }
  }

  for (const path of paths) {
    for (const chunk of chunksOf(path, buffer)) fold(reader.push(chunk));
    fold(reader.end());
    builder.end();
  }
  return lines;
}
