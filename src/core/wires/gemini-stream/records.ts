// google-gemini/gemini-cli, packages/core/src/output/types.ts: JsonStreamEvent and JsonOutput. Unchanged from 0.11 to 0.61.
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadError } from '../../thread/event.ts';
import type { Extra } from '../../thread/usage.ts';
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

interface Line {
  type?: string;
  /** ISO 8601, on every line. */
  timestamp?: string;
  extra?: Extra;
}

/** `init`: the first line. */
interface Init extends Line {
  session_id: string;
  /** The one that was asked for, so it may be `auto`. */
  model?: string;
}

export const initTable = fieldTable<Init>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  session_id: optionalId(wire.session_id) ?? '',
  model: optionalText(wire.model),
}));

/** `message`: the prompt as it was typed, or a piece of the answer. */
interface Message extends Line {
  role: string;
  content: string;
  /** To be appended to the piece before. On every line of the assistant. */
  delta?: boolean;
}

export const messageTable = fieldTable<Message>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  role: text(wire.role),
  content: text(wire.content),
  delta: optionalFlag(wire.delta),
}));

interface ToolUse extends Line {
  tool_name: string;
  tool_id: string;
  parameters?: JsonObject;
}

export const toolUseTable = fieldTable<ToolUse>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  tool_name: text(wire.tool_name),
  tool_id: text(wire.tool_id),
  parameters: optionalRecord(wire.parameters),
}));

/** `{type, message}`: `edit_no_occurrence_found`, `FatalTurnLimitedError`, … The JSON output has a numeric `code` as well. */
const errorTable = fieldTable<ThreadError>((wire) => ({
  message: optionalText(wire.message),
  code: optionalText(wire.type),
}));

interface ToolResult extends Line {
  tool_id: string;
  /** `success` or `error`. A command that failed is a success of the tool. */
  status: string;
  /** What Gemini shows to people. Absent where that is more than text: diffs, lists, sub-agents. */
  output?: string;
  error?: ThreadError;
}

export const toolResultTable = fieldTable<ToolResult>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  tool_id: text(wire.tool_id),
  status: text(wire.status),
  output: optionalText(wire.output),
  error: optionalNested(wire.error, errorTable),
}));

/** `error`: not final. Its `severity`, `warning` or `error`, stays in `extra`. */
interface ErrorLine extends Line {
  message: string;
}

export const errorLineTable = fieldTable<ErrorLine>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  message: text(wire.message),
}));

/** `result`: the last line. */
interface Result extends Line {
  /** `success` or `error`. */
  status: string;
  stats?: JsonObject;
  error?: ThreadError;
}

export const resultTable = fieldTable<Result>((wire) => ({
  type: optionalText(wire.type),
  timestamp: optionalText(wire.timestamp),
  status: text(wire.status),
  stats: optionalRecord(wire.stats),
  error: optionalNested(wire.error, errorTable),
}));

/** `--output-format json`: the run in one object. */
interface JsonOutput {
  /** From 0.21 on. */
  session_id?: string;
  /** The last answer alone. */
  response?: string;
  stats?: JsonObject;
  error?: ThreadError;
  warnings?: unknown[];
  extra?: Extra;
}

export const jsonOutputTable = fieldTable<JsonOutput>((wire) => ({
  session_id: optionalId(wire.session_id),
  response: optionalText(wire.response),
  stats: optionalRecord(wire.stats),
  error: optionalNested(wire.error, errorTable),
  warnings: optionalList(wire.warnings),
}));
