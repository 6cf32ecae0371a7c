import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { type Content, readContent } from './content.ts';
import { type ChatMessage, messageTable } from './records.ts';

/** A message's fields, its content taken apart. */
export interface Source {
  message: ChatMessage;
  parts: Content;
  /** It stands in a checkpoint, which says of old messages less than they did themselves. */
  isRepeated: boolean;
}

export function sourceOf(record: JsonObject, isRepeated: boolean, problems: Problem[]): Source {
  const message = messageTable.take(record, problems);
  return { message, parts: readContent(message.content), isRepeated };
}

/** The whole record, for what is no item. */
export function dataOf({ extra, ...fields }: ChatMessage): JsonObject {
  return { ...fields, ...extra };
}

/**
 * Adds what the message said beside what its events tell: to its first item, or as bookkeeping of its own. A checkpoint
 * is kept whole, so its messages need not be.
 */
export function withLeftOver(events: ThreadEvent[], { message, isRepeated }: Source): ThreadEvent[] {
  const { extra, type, timestamp } = message;
  for (const event of events) if (timestamp !== undefined) event.timestamp ??= timestamp;
  if (!extra || isRepeated) return events;
  const holder = events.find((event) => 'item' in event && event.extra === undefined);
  if (holder) holder.extra = extra;
  else events.push({ type: 'context', kind: type, data: { id: message.id, ...extra } });
  return events;
}
