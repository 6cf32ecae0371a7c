import type { Extra } from '../../thread/usage.ts';
import { messageTable } from '../claude/message.ts';
import {
  anything,
  optionalFlag,
  optionalId,
  optionalList,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
} from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * The lines of `claude -p --output-format stream-json --verbose`. What a table does not name is kept beside the event.
 * Source: recordings of 0.2.126 to 2.1.325, and the types of `@anthropic-ai/claude-agent-sdk`.
 */

/** `assistant` and `user`. */
export const messageLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  session_id: optionalId(wire.session_id),
  /** The id of the line, the same as in the session file. Absent up to 1.0.80. */
  uuid: optionalId(wire.uuid),
  /** The `tool_use` whose sub-agent says this; null for the main conversation. */
  parent_tool_use_id: optionalId(wire.parent_tool_use_id),
  /** From 2.1.240. */
  timestamp: optionalText(wire.timestamp),
  message: optionalNested(wire.message, messageTable),
  /** The CLI's own account of a tool's result: an object, or a text when it failed. From 2.0.77. */
  tool_use_result: anything(wire.tool_use_result),
  /** The CLI put the text in. From 2.0.77. */
  isSynthetic: optionalFlag(wire.isSynthetic),
  /** A prompt that came by stdin and is repeated. */
  isReplay: optionalFlag(wire.isReplay),
  /** The sub-agent. From 2.1.325; before it, only the tool call names it. */
  agent_id: optionalId(wire.agent_id),
  /** The kind of an API error that the CLI put into words: `overloaded`, `rate_limit`, … From 2.0.77. */
  error: optionalText(wire.error),
}));

export type MessageLine = FieldsOf<typeof messageLineTable>;

/** What of a line the events do not say by themselves. */
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

/** `system/init`: a turn begins; the settings that it runs with. */
export const initTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  subtype: optionalText(wire.subtype),
  session_id: optionalId(wire.session_id),
  model: optionalText(wire.model),
  cwd: optionalText(wire.cwd),
  /** From 2.0.77. */
  claude_code_version: optionalText(wire.claude_code_version),
}));

export type InitLine = FieldsOf<typeof initTable>;

/** `result`: a turn ends. */
export const resultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  /** `success`, also for an API error; `error_max_turns`, `error_during_execution`, … */
  subtype: optionalText(wire.subtype),
  session_id: optionalId(wire.session_id),
  uuid: optionalId(wire.uuid),
  /** Absent where the turn was ended before its time up to 2.1.75, in spite of the subtype. */
  is_error: optionalFlag(wire.is_error),
  /** The last text of the assistant, or what the API said. */
  result: optionalText(wire.result),
  /** What the main conversation used in this turn. From 1.0.30. */
  usage: optionalRecord(wire.usage),
  /** What the process used by model, sub-agents included; from 2.1.325 that of the whole session. From 1.0.128. */
  modelUsage: optionalRecord(wire.modelUsage),
  /** Why it failed. From 2.0.77. */
  errors: optionalList(wire.errors),
  /** `completed`, `api_error`, `max_turns`, `aborted_tools`, … From 2.1.150. */
  terminal_reason: optionalText(wire.terminal_reason),
  api_error_type: optionalText(wire.api_error_type),
  api_error: optionalText(wire.api_error),
  timestamp: optionalText(wire.timestamp),
  duration_ms: optionalNumber(wire.duration_ms),
  /** Until the model's first word. From 2.1.150. */
  ttft_ms: optionalNumber(wire.ttft_ms),
}));

export type ResultLine = FieldsOf<typeof resultTable>;
