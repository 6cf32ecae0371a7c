import type { JsonObject } from '../../lines/json.ts';

/** The result of a tool on a line of its own, as programs write it that put another service behind the CLI, as a message. */
export function resultLine({ type, tool_use_id, content, is_error, ...line }: JsonObject): JsonObject {
  return { ...line, type: 'user', message: { role: 'user', content: [{ type, tool_use_id, content, is_error }] } };
}
