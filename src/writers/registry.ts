import { createEventsWriter } from './events-writer.ts';
import { createMessagesWriter } from './messages-writer.ts';
import { createNdjsonWriter } from './ndjson-writer.ts';
import type { CreateWriter } from './writer.ts';

/** Every shape that threads are written in, by its name. A new one is a file and a line here. */
export const writers: ReadonlyMap<string, CreateWriter> = new Map<string, CreateWriter>([
  ['events', createEventsWriter],
  ['messages', createMessagesWriter],
  ['ndjson', createNdjsonWriter],
]);
