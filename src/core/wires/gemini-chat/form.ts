import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

const NOTICES = new Set<unknown>(['info', 'warning', 'error']);

/** True for a message: its type is the speaker, and its content is beside it. */
function isMessage({ id, type, timestamp, content }: JsonObject): boolean {
  if (typeof id !== 'string' || typeof timestamp !== 'string' || content === undefined) return false;
  return type === 'gemini' || type === 'user' || NOTICES.has(type);
}

/** `$set`, `$rewindTo` and operations that later versions may add. */
function isOperation(record: JsonObject): boolean {
  let isOne = false;
  for (const name in record) {
    if (!name.startsWith('$')) return false;
    isOne = true;
  }
  return isOne;
}

function isHeader({ sessionId, projectHash, startTime, type }: JsonObject): boolean {
  return (
    typeof sessionId === 'string' &&
    type === undefined &&
    (typeof projectHash === 'string' || typeof startTime === 'string')
  );
}

/** The chats of Gemini CLI: one document up to 0.38, lines from 0.39 on. */
export const geminiChatForm = {
  name: 'gemini-chat',
  agent: 'gemini',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises: (record) => isHeader(record) || isOperation(record) || isMessage(record),
  document: {
    recognises: (value) => isObject(value) && isHeader(value) && Array.isArray(value.messages),
    *records(value) {
      if (!isObject(value) || !Array.isArray(value.messages)) return;
      const { messages, ...header } = value;
      const others = messages.filter((message: unknown) => !isObject(message));
      yield others.length > 0 ? { ...header, messages: others } : header;
      for (const message of messages) if (isObject(message)) yield message;
    },
  },
} satisfies WireForm;
