import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from './event-reader.ts';

/**
 * Reads one line on its own, with or without newline. Undefined if it is blank. It knows no context of other lines.
 *
 * @example
 * import { parseLine } from 'threadline';
 *
 * const outcome = parseLine('{"type":"turn.completed","usage":{"input_tokens":9,"output_tokens":2}}');
 * console.log(outcome?.ok ? outcome.events : outcome?.error);
 */
export function parseLine(line: string, options: EventReaderOptions = {}): Outcome | undefined {
  if (typeof line !== 'string') throw new TypeError('parseLine takes a string');
  const [outcome] = createEventReader(options).push(line.endsWith('\n') ? line : `${line}\n`);
  return outcome;
}
