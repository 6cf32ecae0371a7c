import { createEventReader, type ThreadEvent } from 'threadline';
import type { Recording } from './fixtures.ts';

/** The events of JSON values, one a line, in one stream. A line that cannot be read fails the test. */
export function readValues(...values: readonly object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(values.map((value) => `${JSON.stringify(value)}\n`).join('')), ...reader.end()];
  return outcomes.flatMap((outcome) => {
    if (!outcome.ok) throw new Error(`line ${outcome.line}: ${outcome.error.message}`);
    return outcome.events;
  });
}

/** The events of a recording; lines that cannot be read give none. */
export function readRecording({ bytes }: Recording): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}
