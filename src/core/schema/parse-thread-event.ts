import type * as z from 'zod';
import { ThreadEventSchema } from './thread-event-schema.ts';

/** An event as the schema returns it. Unknown fields are kept in place. */
export type ParsedThreadEvent = z.output<typeof ThreadEventSchema>;

/**
 * Parses one line by the schema. Throws for text that is not JSON and for JSON that is not a known event.
 *
 * @example
 * import { parseThreadEvent } from 'threadline/schema';
 *
 * const event = parseThreadEvent('{"type":"thread.started","thread_id":"0199"}');
 * if (event.type === 'thread.started') console.log(event.thread_id);
 */
export function parseThreadEvent(line: string): ParsedThreadEvent {
  return ThreadEventSchema.parse(JSON.parse(line));
}

/**
 * Does the same, but returns null instead of throwing.
 *
 * @example
 * import { safeParseThreadEvent } from 'threadline/schema';
 *
 * console.log(safeParseThreadEvent('{"type":"turn.started"}')?.type, safeParseThreadEvent('not JSON')); // turn.started null
 */
export function safeParseThreadEvent(line: string): ParsedThreadEvent | null {
  try {
    return ThreadEventSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
