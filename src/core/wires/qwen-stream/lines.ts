// QwenLM/qwen-code, packages/cli/src/nonInteractive/types.ts: CLIMessage. Recordings of 0.5.2 to 0.24.4.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `system/init`: a run begins. */
export const initTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  subtype: check.optionalText(wire.subtype),
  /** The id of the line, which is the session's own. */
  uuid: check.optionalId(wire.uuid),
  session_id: check.optionalId(wire.session_id),
  model: check.optionalText(wire.model),
  cwd: check.optionalText(wire.cwd),
  qwen_code_version: check.optionalText(wire.qwen_code_version),
}));

/** A text, or blocks. */
const content = (value: unknown) =>
  check.optional(value, (given) =>
    typeof given === 'string' || Array.isArray(given) ? (given as string | unknown[]) : undefined,
  );

const messageTable = fieldTable((wire) => ({
  /** That of the line: the lines of one reply share none. */
  id: check.optionalId(wire.id),
  model: check.optionalText(wire.model),
  content: content(wire.content),
  /** Of the request, on the last line of a reply. Zeros on all others. */
  usage: check.optionalRecord(wire.usage),
}));

/** `assistant` and `user`. */
export const messageLineTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  uuid: check.optionalId(wire.uuid),
  session_id: check.optionalId(wire.session_id),
  /** The call that started this sub-agent. */
  parent_tool_use_id: check.optionalId(wire.parent_tool_use_id),
  message: check.optionalNested(wire.message, messageTable),
}));

/** Blocks of a message, by their kind. */
export const blockTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  text: check.optionalText(wire.text),
  thinking: check.optionalText(wire.thinking),
}));

export const toolUseTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  input: check.anything(wire.input),
}));

export const toolResultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  tool_use_id: check.optionalId(wire.tool_use_id),
  /** Up to 0.15 false for a command that failed. */
  is_error: check.optionalFlag(wire.is_error),
  /** In words for people. */
  content: content(wire.content),
}));

/** `input_tokens` includes what was read from the cache. Thoughts are not told. */
export const usageTable = fieldTable((wire) => ({
  input_tokens: check.count(wire.input_tokens),
  output_tokens: check.count(wire.output_tokens),
  cache_read_input_tokens: check.optionalCount(wire.cache_read_input_tokens),
  total_tokens: check.optionalCount(wire.total_tokens),
}));

const errorTable = fieldTable((wire) => ({ message: check.optionalText(wire.message) }));

/** `result`: the run ends. Its usage is that of the whole session, with requests that Qwen makes for itself. */
export const resultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  subtype: check.optionalText(wire.subtype),
  session_id: check.optionalId(wire.session_id),
  is_error: check.optionalFlag(wire.is_error),
  result: check.optionalText(wire.result),
  duration_ms: check.optionalMilliseconds(wire.duration_ms),
  error: check.optionalNested(wire.error, errorTable),
}));
