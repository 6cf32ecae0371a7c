// QwenLM/qwen-code, packages/cli/src/nonInteractive/types.ts: CLIMessage. Recordings of 0.5.2 to 0.24.4.
import {
  anything,
  count,
  optional,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `system/init`: a run begins. */
export const initTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  subtype: optionalText(wire.subtype),
  /** The id of the line, which is the session's own. */
  uuid: optionalId(wire.uuid),
  session_id: optionalId(wire.session_id),
  model: optionalText(wire.model),
  cwd: optionalText(wire.cwd),
  qwen_code_version: optionalText(wire.qwen_code_version),
}));

/** A text, or blocks. */
const content = (value: unknown) =>
  optional(value, (given) =>
    typeof given === 'string' || Array.isArray(given) ? (given as string | unknown[]) : undefined,
  );

const messageTable = fieldTable((wire) => ({
  /** That of the line: the lines of one reply share none. */
  id: optionalId(wire.id),
  model: optionalText(wire.model),
  content: content(wire.content),
  /** Of the request, on the last line of a reply. Zeros on all others. */
  usage: optionalRecord(wire.usage),
}));

/** `assistant` and `user`. */
export const messageLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  uuid: optionalId(wire.uuid),
  session_id: optionalId(wire.session_id),
  /** The call that started this sub-agent. */
  parent_tool_use_id: optionalId(wire.parent_tool_use_id),
  message: optionalNested(wire.message, messageTable),
}));

/** Blocks of a message, by their kind. */
export const blockTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  text: optionalText(wire.text),
  thinking: optionalText(wire.thinking),
}));

export const toolUseTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  id: optionalId(wire.id),
  name: text(wire.name),
  input: anything(wire.input),
}));

export const toolResultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  tool_use_id: optionalId(wire.tool_use_id),
  /** Up to 0.15 false for a command that failed. */
  is_error: optionalFlag(wire.is_error),
  /** In words for people. */
  content: content(wire.content),
}));

/** `input_tokens` includes what was read from the cache. Thoughts are not told. */
export const usageTable = fieldTable((wire) => ({
  input_tokens: count(wire.input_tokens),
  output_tokens: count(wire.output_tokens),
  cache_read_input_tokens: optionalCount(wire.cache_read_input_tokens),
  total_tokens: optionalCount(wire.total_tokens),
}));

const errorTable = fieldTable((wire) => ({ message: optionalText(wire.message) }));

/** `result`: the run ends. Its usage is that of the whole session, with requests that Qwen makes for itself. */
export const resultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  subtype: optionalText(wire.subtype),
  session_id: optionalId(wire.session_id),
  is_error: optionalFlag(wire.is_error),
  result: optionalText(wire.result),
  duration_ms: optionalNumber(wire.duration_ms),
  error: optionalNested(wire.error, errorTable),
}));
