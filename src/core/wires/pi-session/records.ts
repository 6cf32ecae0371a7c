import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * The records of pi, from 0.30 to 1.5: `docs/json.md`, `session-format.md` and `message-types.md` of its package, and
 * recordings. What it prints and what it keeps share the header and the messages.
 */

/** `{type: 'session'}`: the first line, the same bytes live and on disk. */
export const headerTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  id: check.text(wire.id),
  timestamp: check.optionalText(wire.timestamp),
  cwd: check.optionalText(wire.cwd),
  /** 2 or 3. Absent in files whose entries have no ids. */
  version: check.optionalCount(wire.version),
  /** The path of the session that this one is a fork of. */
  parentSession: check.optionalText(wire.parentSession),
}));

/** An entry of a session file: a node of its tree. */
export const entryTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  id: check.optionalId(wire.id),
  /** Null for a root. */
  parentId: check.optionalTextOrNull(wire.parentId),
  timestamp: check.optionalText(wire.timestamp),
  message: check.optionalRecord(wire.message),
}));

/** `{type: 'compaction'}`, and `result` of `compaction_end`. */
export const compactionTable = fieldTable((wire) => ({
  summary: check.optionalText(wire.summary),
  usage: check.optionalRecord(wire.usage),
}));

/** A message of the assistant. `stopReason`: `stop`, `length`, `toolUse`, `error`, `aborted`. */
export const assistantTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  content: check.list(wire.content),
  provider: check.optionalText(wire.provider),
  model: check.optionalText(wire.model),
  usage: check.optionalRecord(wire.usage),
  stopReason: check.optionalText(wire.stopReason),
  errorMessage: check.optionalText(wire.errorMessage),
  /** The provider's id of the answer, from 0.73 on. */
  responseId: check.optionalId(wire.responseId),
  /** Milliseconds since 1970, when the request began. */
  timestamp: check.optionalNumber(wire.timestamp),
}));

export const textPartTable = fieldTable((wire) => ({ type: check.text(wire.type), text: check.text(wire.text) }));
export const thinkingPartTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  thinking: check.text(wire.thinking),
}));
export const toolCallTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  arguments: check.anything(wire.arguments),
}));

/** A message of the person, of an extension, or a summary: `user`, `custom`, `branchSummary`, `compactionSummary`. */
export const saidTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  content: check.optionalTextOrList(wire.content),
  summary: check.optionalText(wire.summary),
  timestamp: check.optionalNumber(wire.timestamp),
}));

/** A call made inside of a script: all that is kept of it. `status`: `ok`, `error`. */
export const nestedCallTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  arguments: check.anything(wire.arguments),
  status: check.optionalText(wire.status),
  error: check.optionalText(wire.error),
}));

const nestedCallsTable = fieldTable((wire) => ({ calls: check.optionalList(wire.calls) }));

export const toolResultTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  toolCallId: check.optionalId(wire.toolCallId),
  toolName: check.text(wire.toolName),
  content: check.optionalTextOrList(wire.content),
  details: check.anything(wire.details),
  isError: check.optionalFlag(wire.isError),
  /** Of tools that ask a model themselves. */
  usage: check.optionalRecord(wire.usage),
  nestedCalls: check.optionalNested(wire.nestedCalls, nestedCallsTable),
  timestamp: check.optionalNumber(wire.timestamp),
}));

/** A command that the person typed after `!`, or sent by RPC. */
export const bashExecutionTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  command: check.text(wire.command),
  output: check.text(wire.output),
  exitCode: check.optionalNumber(wire.exitCode),
  cancelled: check.optionalFlag(wire.cancelled),
  timestamp: check.optionalNumber(wire.timestamp),
}));

/** `tool_execution_start`, `_update`, `_end`. */
export const executionTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  toolCallId: check.optionalId(wire.toolCallId),
  toolName: check.text(wire.toolName),
  args: check.anything(wire.args),
  partialResult: check.optionalRecord(wire.partialResult),
  result: check.optionalRecord(wire.result),
  isError: check.optionalFlag(wire.isError),
}));

/** `result` and `partialResult` of these. */
export const executionResultTable = fieldTable((wire) => ({
  content: check.optionalTextOrList(wire.content),
  details: check.anything(wire.details),
  /** Live only, from 1.5 on. Of a shell it has the exit code. */
  structuredContent: check.anything(wire.structuredContent),
}));

export const updateTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  assistantMessageEvent: check.optionalRecord(wire.assistantMessageEvent),
}));

export const deltaTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  contentIndex: check.optionalCount(wire.contentIndex),
  delta: check.text(wire.delta),
}));
