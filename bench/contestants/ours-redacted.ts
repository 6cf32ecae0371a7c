import { createEventReader, type Outcome } from 'threadline';
import { createRedactor } from 'threadline/redact';
import { linesOf } from './ours.ts';
import { chunksOf, createChunkBuffer } from './read-chunks.ts';

/** Bytes to events without secrets: what every export does before it writes. */
export function oursRedacted(paths: readonly string[]): number {
  const reader = createEventReader();
  const redactor = createRedactor();
  const buffer = createChunkBuffer();
  let lines = 0;

  function redact(outcomes: readonly Outcome[]): void {
    lines += linesOf(outcomes);
    for (const outcome of outcomes) redactor.outcome(outcome);
  }

  for (const path of paths) {
    for (const chunk of chunksOf(path, buffer)) redact(reader.push(chunk));
    redact(reader.end());
    redactor.end();
  }
  return lines;
}
