import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ErrorItem } from '../../thread/item.ts';
import { inferItem } from '../inferred.ts';
import type { ChatState } from './chat-state.ts';
import { injectedKind } from './content.ts';
import { readGemini } from './gemini-messages.ts';
import type { KnownMessage } from './known-messages.ts';
import { dataOf, type Source, sourceOf, withLeftOver } from './source.ts';
import { readUser } from './user-messages.ts';

/** Returns what is new in a message. It comes again whenever there is more to it. */
export function readMessage(state: ChatState, record: JsonObject, problems: Problem[]): ThreadEvent[] {
  const source = sourceOf(record, false, problems);
  return withLeftOver(readSource(state, source, problems), source);
}

/**
 * Returns what is new in a checkpoint, which is mostly little. It repeats the messages before it, often with less.
 * After a compression it holds a summary, the model's thanks for it, and the newest messages under new ids.
 */
export function readCheckpoint(state: ChatState, records: readonly unknown[], problems: Problem[]): ThreadEvent[] {
  const events: ThreadEvent[] = [];
  const copies: Source[] = [];
  let followsSummary = false;
  for (const record of records) {
    if (!isObject(record)) continue;
    const source = sourceOf(record, true, problems);
    const { type, id } = source.message;
    const { text } = source.parts;
    const isNew = state.messages.get(type, id) === undefined;
    const isCopy = text !== '' && state.messages.hasText(type, text);
    if (isNew && (isCopy || (followsSummary && type === 'gemini'))) copies.push(source);
    else for (const event of withLeftOver(readSource(state, source, problems), source)) events.push(event);
    followsSummary = type === 'user' && injectedKind(text, state.isAgent) === 'snapshot';
  }
  // Added only now: messages of one checkpoint with equal text are not copies of each other.
  for (const { message, parts } of copies) state.messages.add(message.type, message.id, parts.text);
  return events;
}

function readSource(state: ChatState, source: Source, problems: Problem[]): ThreadEvent[] {
  const { message } = source;
  const before = state.messages.get(message.type, message.id);
  switch (message.type) {
    case 'user':
      return readUser(state, source, before);
    case 'gemini':
      return readGemini(state, source, before, problems);
    case 'info':
    case 'warning':
    case 'error':
      return readNotice(state, source, before);
    default: {
      const { type: wire_type, ...data } = dataOf(message);
      delete message.extra;
      return [{ type: 'unknown', wire_type: message.type, data }];
    }
  }
}

/** A notice of Gemini to the person, never to the model. */
function readNotice(state: ChatState, source: Source, before: KnownMessage | undefined): ThreadEvent[] {
  const { message, parts, isRepeated } = source;
  if (before && (isRepeated || (before.text === parts.text && !parts.hasMore))) return [];
  const known = before ?? state.messages.add(message.type, message.id, parts.text);
  known.text = parts.text;
  if (parts.text === '') {
    const data = dataOf(message);
    delete message.extra;
    return [{ type: 'context', kind: message.type, data }];
  }
  const extra = parts.hasMore ? { severity: message.type, content: message.content } : { severity: message.type };
  const item: ErrorItem = { id: message.id, type: 'error', message: parts.text, extra };
  inferItem(item, {}, message);
  return [{ type: before ? 'item.updated' : 'item.completed', item }];
}
