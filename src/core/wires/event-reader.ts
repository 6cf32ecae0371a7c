import { createReaderOf, type EventReader, type EventReaderOptions } from './create-reader.ts';
import { allWires } from './registry.ts';

export type { EventReader, EventReaderOptions } from './create-reader.ts';

/**
 * Makes a reader of bytes or strings. It never throws, whatever they hold: a bad line is an outcome, too.
 *
 * @example
 * import { createEventReader } from 'threadline';
 *
 * const reader = createEventReader();
 * const chunks = ['{"type":"turn.sta', 'rted"}\nnot JSON\n'];
 * for (const outcome of [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]) {
 *   if (outcome.ok) for (const event of outcome.events) console.log(event.type);
 *   else console.log(`line ${outcome.line}: ${outcome.error.code}`);
 * }
 */
export function createEventReader(options: EventReaderOptions = {}): EventReader {
  return createReaderOf(allWires(options.agents), options);
}
