import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { HAND_OVER_FIELD, INVISIBLE, isHandedOverId, withoutCallPrefix } from '../../thread/hand-over.ts';
import { badField } from '../field-table.ts';
import { type Content, readContent } from './content.ts';
import { type ChatMessage, messageTable } from './records.ts';

/** A message's fields, with its content parsed. */
export interface Source {
  message: ChatMessage;
  parts: Content;
  /** The message is of history that was handed over. A checkpoint keeps only the id of its marks. */
  isInherited: boolean;
  /** The message is in a checkpoint, which says less of old messages than they did themselves. */
  isRepeated: boolean;
}

export function sourceOf(record: JsonObject, isRepeated: boolean, problems: Problem[]): Source {
  const message = messageTable.take(record, problems);
  const parts = readContent(message.content);
  // A single part needs no list, but it must be a part.
  if (isObject(message.content) && parts.hasMore) problems.push(badField('content', message.content));
  const isInherited = isHandedOverId(message.id) || isObject(message.extra?.[HAND_OVER_FIELD]);
  if (isInherited && message.type === 'user') takeOff(parts);
  return { message, parts, isInherited, isRepeated };
}

/** Removes the prefix that a writer put before a prompt so that Gemini CLI keeps it. */
function takeOff(parts: Content): void {
  if (parts.text.startsWith(INVISIBLE)) parts.text = parts.text.slice(INVISIBLE.length);
}

/** The whole record, for messages that are not items. */
export function dataOf(message: ChatMessage): JsonObject {
  const { extra, ...fields } = message;
  return extra ? { ...fields, ...extra } : fields;
}

/**
 * Adds the remaining fields of a message to its first item, or as bookkeeping of its own. A checkpoint is kept whole,
 * so its messages need not be.
 */
export function withLeftOver(events: ThreadEvent[], source: Source): ThreadEvent[] {
  const { message, isRepeated } = source;
  const { extra, type, timestamp } = message;
  for (const event of events) {
    if (timestamp !== undefined) event.timestamp ??= timestamp;
    // The end of the turn before knows by itself whether it was handed over.
    if (source.isInherited && event.type !== 'turn.completed') event.inherited = true;
  }
  if (!extra || isRepeated) return events;
  const holder = events.find((event) => 'item' in event && event.extra === undefined);
  if (holder) holder.extra = extra;
  else {
    const context: ThreadEvent = { type: 'context', kind: type, data: { id: message.id, ...extra } };
    if (source.isInherited) context.inherited = true;
    events.push(context);
  }
  return events;
}

/** The id of a call. In history that was handed over, a prefix keeps it apart from others. */
export function callIdOf(id: string, { isInherited }: Source): string {
  return isInherited ? withoutCallPrefix(id) : id;
}
