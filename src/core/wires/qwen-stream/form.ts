import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** What `--input-format stream-json` answers before the run begins: a list of what it can do, of which these are Qwen's. */
function isHandshake({ response }: JsonObject): boolean {
  const answer = isObject(response) ? response.response : undefined;
  if (!isObject(answer) || !isObject(answer.capabilities)) return false;
  return answer.subtype === 'initialize' && 'can_handle_can_use_tool' in answer.capabilities;
}

/**
 * True for lines that only Qwen Code writes, which are few: the stream has Claude Code's form. The first line is one of them,
 * and the second from 0.24 on. The lines of a reply are Qwen's by their ids: a message has that of its line.
 */
function recognises(record: JsonObject): boolean {
  const { type, subtype, session_id, uuid, message, event } = record;
  if (type === 'control_response') return isHandshake(record);
  if (typeof session_id !== 'string' || typeof uuid !== 'string' || 'sessionId' in record) return false;
  if (type === 'system') return subtype === 'init' && typeof record.qwen_code_version === 'string';
  if (type === 'assistant') return isObject(message) && message.id === uuid;
  if (type === 'stream_event') return isObject(event) && event.type === 'goal_state';
  return (
    type === 'result' && 'permission_denials' in record && !('total_cost_usd' in record) && !('modelUsage' in record)
  );
}

/** The number of list entries to check. */
const LOOKED_AT = 16;

/** `qwen -p … --output-format stream-json`, or `json`: the same as one list. */
export const qwenStreamForm = {
  name: 'qwen-stream',
  agent: 'qwen',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'wire',
  recognises,
  document: {
    recognises: (value) =>
      Array.isArray(value) && value.slice(0, LOOKED_AT).some((entry) => isObject(entry) && recognises(entry)),
    *records(value) {
      // An entry that is no record is kept.
      for (const entry of Array.isArray(value) ? value : []) yield isObject(entry) ? entry : { entry };
    },
  },
} satisfies WireForm;
