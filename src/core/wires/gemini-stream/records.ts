// google-gemini/gemini-cli, packages/core/src/output/types.ts: JsonStreamEvent and JsonOutput. Unchanged from 0.11 to 0.61.
import type { ThreadError } from '../../thread/event.ts';
import {
  optionalFlag,
  optionalId,
  optionalList,
  optionalNested,
  optionalRecord,
  optionalText,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `init`: the first line. */
export const initTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  session_id: optionalId(wire.session_id) ?? '',
  /** The model that was asked for, so it may be `auto`. */
  model: optionalText(wire.model),
}));

/** `message`: the prompt as typed, or a piece of the answer. */
export const messageTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  role: text(wire.role),
  content: text(wire.content),
  /** Append this to the piece before. On every line of the assistant. */
  delta: optionalFlag(wire.delta),
}));

export const toolUseTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  tool_name: text(wire.tool_name),
  tool_id: text(wire.tool_id),
  parameters: optionalRecord(wire.parameters),
}));

/** `{type, message}`: `edit_no_occurrence_found`, `FatalTurnLimitedError`, … JSON output also has a numeric `code`. */
const errorTable = fieldTable<ThreadError>((wire) => ({
  message: optionalText(wire.message),
  code: optionalText(wire.type),
}));

export const toolResultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  tool_id: text(wire.tool_id),
  /** `success` or `error`. A failed command is a success of the tool. */
  status: text(wire.status),
  /** The output shown to people. Absent if it is more than text: diffs, lists, sub-agents. */
  output: optionalText(wire.output),
  error: optionalNested(wire.error, errorTable),
}));

/** `error`: not final. Its `severity`, `warning` or `error`, stays in `extra`. */
export const errorLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  message: text(wire.message),
}));

/** `result`: the last line. */
export const resultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  /** `success` or `error`. */
  status: text(wire.status),
  stats: optionalRecord(wire.stats),
  error: optionalNested(wire.error, errorTable),
}));

/** `--output-format json`: the run in one object. */
export const jsonOutputTable = fieldTable((wire) => ({
  /** From 0.21 on. */
  session_id: optionalId(wire.session_id),
  /** The last answer alone. */
  response: optionalText(wire.response),
  stats: optionalRecord(wire.stats),
  error: optionalNested(wire.error, errorTable),
  warnings: optionalList(wire.warnings),
}));
