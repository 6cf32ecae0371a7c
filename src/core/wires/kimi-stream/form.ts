import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

const LINE_FIELDS = new Set(['role', 'content', 'tool_calls', 'tool_call_id']);

/** A step of the model, or the result of a tool, in OpenAI's words and nothing beside them. */
function isLine(record: JsonObject): boolean {
  const { role, content, tool_calls: calls, tool_call_id: id } = record;
  for (const name in record) if (!LINE_FIELDS.has(name)) return false;
  if (role === 'tool') return typeof id === 'string' && typeof content === 'string';
  if (role !== 'assistant' || id !== undefined) return false;
  if (calls === undefined) return typeof content === 'string';
  return Array.isArray(calls) && calls.every(isCall);
}

function isCall(call: unknown): boolean {
  return isObject(call) && isObject(call.function) && typeof call.function.arguments === 'string';
}

/** `kimi -p … --output-format stream-json`. */
export const kimiStreamForm = {
  name: 'kimi-stream',
  agent: 'kimi',
  kind: 'stream',
  marksTurnEnds: true,
  // The session is named by the last line alone.
  hasThreadIds: false,
  ids: 'wire',
  recognises: (record) => (record.role === 'meta' ? typeof record.type === 'string' : isLine(record)),
  // Lines of the model may get fields from version to version. Alone they would be anybody's.
  accepts: ({ role }) => typeof role === 'string',
} satisfies WireForm;
