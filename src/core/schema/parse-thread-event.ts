import type * as z from 'zod';
import { ThreadEventSchema } from './thread-event-schema.ts';

/** An event as the schema returns it. Unknown fields are kept in place. */
export type ParsedThreadEvent = z.output<typeof ThreadEventSchema>;

/** Parses one line by the schema. Throws for text that is not JSON and for JSON that is not a known event. */
export function parseThreadEvent(line: string): ParsedThreadEvent {
  return ThreadEventSchema.parse(JSON.parse(line));
}

/** Does the same, but returns null instead of throwing. */
export function safeParseThreadEvent(line: string): ParsedThreadEvent | null {
  try {
    return ThreadEventSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
