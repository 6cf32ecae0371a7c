import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { badField } from '../field-table.ts';
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
  const parts = readContent(message.content);
  // One part may stand without a list, but it must be a part.
  if (isObject(message.content) && parts.hasMore) problems.push(badField('content', message.content));
  return { message, parts, isRepeated };
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
