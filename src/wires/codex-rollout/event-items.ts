import type { JsonObject } from '../../lines/json.ts';
import type { AgentMessageItem, ErrorItem, ReasoningItem, ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { fieldTable, orNull, readFields, text } from '../fields.ts';
import type { Session } from './session.ts';
import { fieldsOf, MESSAGE_FIELDS, rest } from './values.ts';

/** What the person typed, as an event tells it. */
export function userItem(payload: JsonObject, session: Session): UserMessageItem {
  if (isPlain(payload, 'message'))
    return { id: session.nextId(), type: 'user_message', text: payload.message as string };
  const read = readFields(userTable, fieldsOf(payload), session.problems, {
    id: session.nextId(),
    type: 'user_message',
  });
  const item = read as JsonObject & UserMessageItem & { local_images?: unknown[]; kind?: string };
  const { local_images: local = [], kind, ...message } = item;
  const paths = local.filter((path) => typeof path === 'string');
  const images = [...(message.images ?? []), ...paths];
  if (images.length > 0) message.images = images;
  else delete message.images;
  if (kind !== undefined && kind !== 'plain') {
    message.injected = true;
    message.extra = { ...message.extra, kind };
  }
  return dropEmpty(message);
}

const userTable = fieldTable({
  text: { read: text, aliases: ['message'], otherwise: () => '' },
  images: {
    read: (value) =>
      value === null ? [] : Array.isArray(value) && value.every((url) => typeof url === 'string') ? value : undefined,
  },
  local_images: { read: (value) => (Array.isArray(value) ? value : undefined) },
  kind: { read: text },
});

/** What the assistant said. */
export function agentItem(payload: JsonObject, session: Session): AgentMessageItem {
  if (isPlain(payload, 'message'))
    return { id: session.nextId(), type: 'agent_message', text: payload.message as string };
  const read = readFields(agentTable, fieldsOf(payload), session.problems, {
    id: session.nextId(),
    type: 'agent_message',
  });
  if (read.phase === null) delete read.phase;
  return dropEmpty(read as JsonObject & AgentMessageItem);
}

const agentTable = fieldTable({
  text: { read: text, aliases: ['message'], otherwise: () => '' },
  phase: { read: orNull(text) },
});

/** What the assistant thought. */
export function reasoningItem(payload: JsonObject, session: Session): ReasoningItem {
  if (isPlain(payload, 'text') && payload.type === 'agent_reasoning') {
    return { id: session.nextId(), type: 'reasoning', text: payload.text as string };
  }
  const read = readFields(reasoningTable, fieldsOf(payload), session.problems, {
    id: session.nextId(),
    type: 'reasoning',
  });
  if (payload.type === 'agent_reasoning_raw_content') read.raw = true;
  return read as JsonObject & ReasoningItem;
}

const reasoningTable = fieldTable({
  text: { read: text, otherwise: () => '' },
});

/** A warning, which ends nothing. */
export function warningItem(payload: JsonObject, session: Session): ErrorItem {
  const item: ErrorItem = {
    id: session.nextId(),
    type: 'error',
    message: typeof payload.message === 'string' ? payload.message : '',
  };
  const extra = rest(payload, MESSAGE_FIELDS);
  if (extra) item.extra = extra;
  return item;
}

/** True when an event holds its text and else at most what says nothing: null, or a list without entries. Most do. */
function isPlain(payload: JsonObject, name: string): boolean {
  if (typeof payload[name] !== 'string') return false;
  for (const key in payload) if (key !== 'type' && key !== name && !isEmpty(payload[key])) return false;
  return true;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Events write lists that hold nothing and fields that are null; they say nothing. */
function dropEmpty<I extends ThreadItem>(item: I): I {
  const { extra } = item;
  if (!extra) return item;
  for (const key of Object.keys(extra)) {
    if (isEmpty(extra[key])) delete extra[key];
  }
  if (Object.keys(extra).length === 0) delete item.extra;
  return item;
}
