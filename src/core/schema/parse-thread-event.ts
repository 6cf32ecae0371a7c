import type * as z from 'zod';
import { ThreadEventSchema } from './thread-event-schema.ts';

/** An event as the schema gives it: fields that it does not know are kept where they stood. */
export type ParsedThreadEvent = z.output<typeof ThreadEventSchema>;

/** Reads one line by the schema; throws for text that is no JSON and for JSON that is no known event. */
export function parseThreadEvent(line: string): ParsedThreadEvent {
  return ThreadEventSchema.parse(JSON.parse(line));
}

/** The same, but gives null instead of throwing. */
export function safeParseThreadEvent(line: string): ParsedThreadEvent | null {
  try {
    return ThreadEventSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
