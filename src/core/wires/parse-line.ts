import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from './event-reader.ts';

/** Reads one line on its own, with or without newline. Undefined if it is blank. It knows no context of other lines. */
export function parseLine(line: string, options: EventReaderOptions = {}): Outcome | undefined {
  if (typeof line !== 'string') throw new TypeError('parseLine takes a string');
  const [outcome] = createEventReader(options).push(line.endsWith('\n') ? line : `${line}\n`);
  return outcome;
}
