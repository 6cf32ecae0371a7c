import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** True for records of this wire alone: Claude Code's envelope around Gemini's parts, or a payload of the system. */
function recognises({ type, uuid, sessionId, message, systemPayload, ...record }: JsonObject): boolean {
  if (typeof uuid !== 'string' || typeof sessionId !== 'string' || !('parentUuid' in record)) return false;
  if (type === 'user' || type === 'assistant' || type === 'tool_result') {
    return isObject(message) && Array.isArray(message.parts);
  }
  return type === 'system' && typeof record.subtype === 'string' && isObject(systemPayload);
}

/** `~/.qwen/projects/<folder>/chats/<session>.jsonl`, and the files of sub-agents beside them. */
export const qwenChatForm = {
  name: 'qwen-chat',
  agent: 'qwen',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  recognises,
} satisfies WireForm;
