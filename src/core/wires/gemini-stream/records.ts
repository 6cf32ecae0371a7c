// google-gemini/gemini-cli, packages/core/src/output/types.ts: JsonStreamEvent and JsonOutput. Unchanged from 0.11 to 0.61.
import type { ThreadError } from '../../thread/event.ts';
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `init`: the first line. */
export const initTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  session_id: check.optionalId(wire.session_id) ?? '',
  /** The model that was asked for, so it may be `auto`. */
  model: check.optionalText(wire.model),
}));

/** `message`: the prompt as typed, or a piece of the answer. */
export const messageTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  role: check.text(wire.role),
  content: check.text(wire.content),
  /** Append this to the piece before. On every line of the assistant. */
  delta: check.optionalFlag(wire.delta),
}));

export const toolUseTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  tool_name: check.text(wire.tool_name),
  tool_id: check.text(wire.tool_id),
  parameters: check.optionalRecord(wire.parameters),
}));

/** `{type, message}`: `edit_no_occurrence_found`, `FatalTurnLimitedError`, … JSON output also has a numeric `code`. */
const errorTable = fieldTable<ThreadError>((wire) => ({
  message: check.optionalText(wire.message),
  code: check.optionalText(wire.type),
}));

export const toolResultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  tool_id: check.text(wire.tool_id),
  /** `success` or `error`. A failed command is a success of the tool. */
  status: check.text(wire.status),
  /** The output shown to people. Absent if it is more than text: diffs, lists, sub-agents. */
  output: check.optionalText(wire.output),
  error: check.optionalNested(wire.error, errorTable),
}));

/** `error`: not final. Its `severity`, `warning` or `error`, stays in `extra`. */
export const errorLineTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  message: check.text(wire.message),
}));

/** `result`: the last line. */
export const resultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  timestamp: check.optionalText(wire.timestamp),
  /** `success` or `error`. */
  status: check.text(wire.status),
  stats: check.optionalRecord(wire.stats),
  error: check.optionalNested(wire.error, errorTable),
}));

/** `--output-format json`: the run in one object. */
export const jsonOutputTable = fieldTable((wire) => ({
  /** From 0.21 on. */
  session_id: check.optionalId(wire.session_id),
  /** The last answer alone. */
  response: check.optionalText(wire.response),
  stats: check.optionalRecord(wire.stats),
  error: check.optionalNested(wire.error, errorTable),
  warnings: check.optionalList(wire.warnings),
}));
