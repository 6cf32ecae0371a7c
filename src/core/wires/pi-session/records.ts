import {
  anything,
  list,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalList,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalTextOrList,
  optionalTextOrNull,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * The records of pi, from 0.30 to 1.5: `docs/json.md`, `session-format.md` and `message-types.md` of its package, and
 * recordings. What it prints and what it keeps share the header and the messages.
 */

/** `{type: 'session'}`: the first line, the same bytes live and on disk. */
export const headerTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: text(wire.id),
  timestamp: optionalText(wire.timestamp),
  cwd: optionalText(wire.cwd),
  /** 2 or 3. Absent in files whose entries have no ids. */
  version: optionalCount(wire.version),
  /** The path of the session that this one is a fork of. */
  parentSession: optionalText(wire.parentSession),
}));

/** An entry of a session file: a node of its tree. */
export const entryTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: optionalId(wire.id),
  /** Null for a root. */
  parentId: optionalTextOrNull(wire.parentId),
  timestamp: optionalText(wire.timestamp),
  message: optionalRecord(wire.message),
}));

/** `{type: 'compaction'}`, and `result` of `compaction_end`. */
export const compactionTable = fieldTable((wire) => ({
  summary: optionalText(wire.summary),
  usage: optionalRecord(wire.usage),
}));

/** A message of the assistant. `stopReason`: `stop`, `length`, `toolUse`, `error`, `aborted`. */
export const assistantTable = fieldTable((wire) => ({
  role: text(wire.role),
  content: list(wire.content),
  provider: optionalText(wire.provider),
  model: optionalText(wire.model),
  usage: optionalRecord(wire.usage),
  stopReason: optionalText(wire.stopReason),
  errorMessage: optionalText(wire.errorMessage),
  /** The provider's id of the answer, from 0.73 on. */
  responseId: optionalId(wire.responseId),
  /** Milliseconds since 1970, when the request began. */
  timestamp: optionalNumber(wire.timestamp),
}));

export const textPartTable = fieldTable((wire) => ({ type: text(wire.type), text: text(wire.text) }));
export const thinkingPartTable = fieldTable((wire) => ({ type: text(wire.type), thinking: text(wire.thinking) }));
export const toolCallTable = fieldTable((wire) => ({
  type: text(wire.type),
  id: optionalId(wire.id),
  name: text(wire.name),
  arguments: anything(wire.arguments),
}));

/** A message of the person, of an extension, or a summary: `user`, `custom`, `branchSummary`, `compactionSummary`. */
export const saidTable = fieldTable((wire) => ({
  role: text(wire.role),
  content: optionalTextOrList(wire.content),
  summary: optionalText(wire.summary),
  timestamp: optionalNumber(wire.timestamp),
}));

/** A call made inside of a script: all that is kept of it. `status`: `ok`, `error`. */
export const nestedCallTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  name: text(wire.name),
  arguments: anything(wire.arguments),
  status: optionalText(wire.status),
  error: optionalText(wire.error),
}));

const nestedCallsTable = fieldTable((wire) => ({ calls: optionalList(wire.calls) }));

export const toolResultTable = fieldTable((wire) => ({
  role: text(wire.role),
  toolCallId: optionalId(wire.toolCallId),
  toolName: text(wire.toolName),
  content: optionalTextOrList(wire.content),
  details: anything(wire.details),
  isError: optionalFlag(wire.isError),
  /** Of tools that ask a model themselves. */
  usage: optionalRecord(wire.usage),
  nestedCalls: optionalNested(wire.nestedCalls, nestedCallsTable),
  timestamp: optionalNumber(wire.timestamp),
}));

/** A command that the person typed after `!`, or sent by RPC. */
export const bashExecutionTable = fieldTable((wire) => ({
  role: text(wire.role),
  command: text(wire.command),
  output: text(wire.output),
  exitCode: optionalNumber(wire.exitCode),
  cancelled: optionalFlag(wire.cancelled),
  timestamp: optionalNumber(wire.timestamp),
}));

/** `tool_execution_start`, `_update`, `_end`. */
export const executionTable = fieldTable((wire) => ({
  type: text(wire.type),
  toolCallId: optionalId(wire.toolCallId),
  toolName: text(wire.toolName),
  args: anything(wire.args),
  partialResult: optionalRecord(wire.partialResult),
  result: optionalRecord(wire.result),
  isError: optionalFlag(wire.isError),
}));

/** `result` and `partialResult` of these. */
export const executionResultTable = fieldTable((wire) => ({
  content: optionalTextOrList(wire.content),
  details: anything(wire.details),
  /** Live only, from 1.5 on. Of a shell it has the exit code. */
  structuredContent: anything(wire.structuredContent),
}));

export const updateTable = fieldTable((wire) => ({
  type: text(wire.type),
  assistantMessageEvent: optionalRecord(wire.assistantMessageEvent),
}));

export const deltaTable = fieldTable((wire) => ({
  type: text(wire.type),
  contentIndex: optionalCount(wire.contentIndex),
  delta: text(wire.delta),
}));
