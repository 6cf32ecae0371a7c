import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { HAND_OVER_FIELD, INVISIBLE, isHandedOverId, withoutCallPrefix } from '../../thread/hand-over.ts';
import { badField } from '../field-table.ts';
import { type Content, readContent } from './content.ts';
import { type ChatMessage, messageTable } from './records.ts';

/** A message's fields, its content taken apart. */
export interface Source {
  message: ChatMessage;
  parts: Content;
  /** It is of history that was handed over: a checkpoint keeps of its marks only the id. */
  isInherited: boolean;
  /** It stands in a checkpoint, which says of old messages less than they did themselves. */
  isRepeated: boolean;
}

export function sourceOf(record: JsonObject, isRepeated: boolean, problems: Problem[]): Source {
  const message = messageTable.take(record, problems);
  const parts = readContent(message.content);
  // One part may stand without a list, but it must be a part.
  if (isObject(message.content) && parts.hasMore) problems.push(badField('content', message.content));
  const isInherited = isHandedOverId(message.id) || isObject(message.extra?.[HAND_OVER_FIELD]);
  if (isInherited && message.type === 'user') takeOff(parts);
  return { message, parts, isInherited, isRepeated };
}

/** Takes off what a writer put before a prompt so that Gemini CLI keeps it. */
function takeOff(parts: Content): void {
  if (parts.text.startsWith(INVISIBLE)) parts.text = parts.text.slice(INVISIBLE.length);
}

/** The whole record, for what is no item. */
export function dataOf(message: ChatMessage): JsonObject {
  const { extra, ...fields } = message;
  return extra ? { ...fields, ...extra } : fields;
}

/**
 * Adds what the message said beside what its events tell: to its first item, or as bookkeeping of its own. A checkpoint
 * is kept whole, so its messages need not be.
 */
export function withLeftOver(events: ThreadEvent[], source: Source): ThreadEvent[] {
  const { message, isRepeated } = source;
  const { extra, type, timestamp } = message;
  for (const event of events) {
    if (timestamp !== undefined) event.timestamp ??= timestamp;
    // The end of the turn before tells by itself whether it was handed over.
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

/** The id of a call. In history that was handed over it stands behind what keeps it apart from others. */
export function callIdOf(id: string, { isInherited }: Source): string {
  return isInherited ? withoutCallPrefix(id) : id;
}
