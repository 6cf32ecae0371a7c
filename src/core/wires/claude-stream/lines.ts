import type { Extra } from '../../thread/usage.ts';
import { messageTable } from '../claude/message.ts';
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * The lines of `claude -p --output-format stream-json --verbose`. Fields that a table does not name are kept beside the
 * event. Source: recordings of 0.2.126 to 2.1.325, and the types of `@anthropic-ai/claude-agent-sdk`.
 */

/** `assistant` and `user` lines. */
export const messageLineTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  session_id: check.optionalId(wire.session_id),
  /** The id of the line, as in the session file. Absent up to 1.0.80. */
  uuid: check.optionalId(wire.uuid),
  /** The `tool_use` that started this sub-agent. Null for the main conversation. */
  parent_tool_use_id: check.optionalId(wire.parent_tool_use_id),
  /** From 2.1.240. */
  timestamp: check.optionalText(wire.timestamp),
  message: check.optionalNested(wire.message, messageTable),
  /** The CLI's own account of a tool's result: an object, or a text if the tool failed. From 2.0.77. */
  tool_use_result: check.anything(wire.tool_use_result),
  /** The CLI added the text. From 2.0.77. */
  isSynthetic: check.optionalFlag(wire.isSynthetic),
  /** A prompt from stdin, repeated. */
  isReplay: check.optionalFlag(wire.isReplay),
  /** The sub-agent. From 2.1.325. Before, only the tool call names it. */
  agent_id: check.optionalId(wire.agent_id),
  /** The kind of an API error that the CLI put into words: `overloaded`, `rate_limit`, … From 2.0.77. */
  error: check.optionalText(wire.error),
}));

/** The fields of a line that the events do not carry. */
export function messageLineRest(line: MessageLine): Extra {
  const rest: Extra = line.extra ?? {};
  if (line.uuid !== undefined) rest.uuid = line.uuid;
  if (line.tool_use_result !== undefined) rest.tool_use_result = line.tool_use_result;
  if (line.isSynthetic !== undefined) rest.isSynthetic = line.isSynthetic;
  if (line.isReplay !== undefined) rest.isReplay = line.isReplay;
  if (line.agent_id !== undefined) rest.agent_id = line.agent_id;
  if (line.error !== undefined) rest.error = line.error;
  return rest;
}

/** `system/init`: a turn begins. Holds the turn's settings. */
export const initTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  subtype: check.optionalText(wire.subtype),
  session_id: check.optionalId(wire.session_id),
  model: check.optionalText(wire.model),
  cwd: check.optionalText(wire.cwd),
  /** From 2.0.77. */
  claude_code_version: check.optionalText(wire.claude_code_version),
}));

/** `result`: a turn ends. */
export const resultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  /** `success`, also for an API error, or `error_max_turns`, `error_during_execution`, … */
  subtype: check.optionalText(wire.subtype),
  session_id: check.optionalId(wire.session_id),
  uuid: check.optionalId(wire.uuid),
  /** Up to 2.1.75, absent if the turn ended early, in spite of the subtype. */
  is_error: check.optionalFlag(wire.is_error),
  /** The assistant's last text, or the API's message. */
  result: check.optionalText(wire.result),
  /** Usage of the main conversation in this turn. From 1.0.30. */
  usage: check.optionalRecord(wire.usage),
  /** Usage of the process by model, including sub-agents; from 2.1.325 of the whole session. From 1.0.128. */
  modelUsage: check.optionalRecord(wire.modelUsage),
  /** The reasons of a failure. From 2.0.77. */
  errors: check.optionalList(wire.errors),
  /** `completed`, `api_error`, `max_turns`, `aborted_tools`, … From 2.1.150. */
  terminal_reason: check.optionalText(wire.terminal_reason),
  api_error_type: check.optionalText(wire.api_error_type),
  api_error: check.optionalText(wire.api_error),
  timestamp: check.optionalText(wire.timestamp),
  duration_ms: check.optionalMilliseconds(wire.duration_ms),
  /** The time until the model's first word. From 2.1.150. */
  ttft_ms: check.optionalMilliseconds(wire.ttft_ms),
}));

/** What the tables read. */
export type MessageLine = FieldsOf<typeof messageLineTable>;
export type InitLine = FieldsOf<typeof initTable>;
export type ResultLine = FieldsOf<typeof resultTable>;
