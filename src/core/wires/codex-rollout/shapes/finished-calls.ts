import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { CollabToolCallItem, McpToolCallItem, ThreadItem } from '../../../thread/item.ts';
import { plainPath } from '../../../tools/paths.ts';
import { durationSeconds } from '../../codex/duration.ts';
import { fileChanges } from '../../codex/file-changes.ts';
import { mcpResultTable } from '../../codex/mcp-result.ts';
import {
  anything,
  record as objectField,
  optional,
  optionalCountOrNull,
  optionalFlag,
  optionalId,
  optionalNestedOrNull,
  optionalText,
  optionalTextOrNull,
  optionalTexts,
  text,
} from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { agentStates } from './collab.ts';
import { keepFields } from './kept-fields.ts';

const STATUSES = new Map([['inProgress', 'in_progress']]);

/** Newer kinds write a status in camelCase. */
export function itemStatus(value: NonNullable<unknown>): string | undefined {
  return typeof value === 'string' ? (STATUSES.get(value) ?? value) : undefined;
}

function pathOf(value: NonNullable<unknown>): string | undefined {
  return typeof value === 'string' ? plainPath(value) : undefined;
}

function wordsOf(value: NonNullable<unknown>): string | string[] | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : undefined;
}

const commandTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id) ?? optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  command: optional(wire.command, wordsOf),
  aggregated_output: text(wire.aggregated_output),
  exit_code: optionalCountOrNull(wire.exit_code),
  status: optional(wire.status, itemStatus),
  stdout: optionalText(wire.stdout),
  stderr: optionalText(wire.stderr),
  cwd: optional(wire.cwd, pathOf),
  duration: optional(wire.duration, durationSeconds),
  /** Kept as they are. */
  process_id: anything(wire.process_id),
  parsed_cmd: anything(wire.parsed_cmd),
  source: anything(wire.source),
}));

/** `exec_command_end`, `CommandExecution`. */
export function finishedCommand(source: JsonObject, record: CurrentRecord): ThreadItem {
  const read = commandTable.read(source, record.problems);
  const { id, command = '', aggregated_output, status, stdout, stderr, cwd, duration } = read;
  const { exit_code = null } = read;
  const item: ThreadItem = {
    id: id ?? record.nextId(),
    type: 'command_execution',
    command: typeof command === 'string' ? command : record.facts.commandLine(command),
    aggregated_output,
    exit_code,
    // Items always have it. Events did not from the beginning.
    status: status ?? (exit_code === 0 ? 'completed' : 'failed'),
  };
  if (cwd !== undefined) item.cwd = cwd;
  if (stdout !== undefined) item.stdout = stdout;
  if (stderr !== undefined) item.stderr = stderr;
  if (duration !== undefined) item.duration_seconds = duration;
  const { process_id, parsed_cmd, source: from } = read;
  const extra = keepFields(read.extra, { process_id, parsed_cmd, source: from });
  if (extra) item.extra = extra;
  return item;
}

const patchTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id) ?? optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  changes: optional(wire.changes, fileChanges),
  status: optional(wire.status, itemStatus),
  success: optionalFlag(wire.success),
  stdout: optionalText(wire.stdout),
  stderr: optionalText(wire.stderr),
}));

/** `patch_apply_end`, `FileChange`. */
export function finishedPatch(source: JsonObject, record: CurrentRecord): ThreadItem {
  const { id, changes = [], status, success, stdout, stderr, extra } = patchTable.read(source, record.problems);
  // An event of a version without a status says whether it succeeded.
  const isDone = success ?? source.type === 'FileChange';
  const item: ThreadItem = {
    id: id ?? record.nextId(),
    type: 'file_change',
    changes,
    status: status ?? (isDone ? 'completed' : 'failed'),
  };
  if (stdout !== undefined) item.stdout = stdout;
  if (stderr !== undefined) item.stderr = stderr;
  if (extra) item.extra = extra;
  return item;
}

const errorTable = fieldTable((wire) => ({ message: text(wire.message) }));

function errorOf(value: NonNullable<unknown>, problems: Problem[]): McpToolCallItem['error'] | undefined {
  if (typeof value === 'string') return { message: value };
  return isObject(value) && typeof value.message === 'string' ? errorTable.take(value, problems) : undefined;
}

const mcpTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  server: text(wire.server),
  tool: text(wire.tool),
  arguments: anything(wire.arguments),
  result: optionalNestedOrNull(wire.result, mcpResultTable),
  error: optional(wire.error, errorOf),
  status: optional(wire.status, itemStatus),
  duration: optional(wire.duration, durationSeconds),
}));

/** `McpToolCall`. */
export function finishedMcpCall(source: JsonObject, record: CurrentRecord): ThreadItem {
  const read = mcpTable.read(source, record.problems);
  const { id, server, tool, result = null, error = null, status = 'completed', duration, extra } = read;
  const ownId = id ?? record.nextId();
  const item: McpToolCallItem = { id: ownId, type: 'mcp_tool_call', server, tool, result, error, status };
  withDefined(item, { arguments: read.arguments, duration_seconds: duration, extra });
  return item;
}

const collabTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  tool: text(wire.tool),
  sender_thread_id: optionalText(wire.sender_thread_id),
  receiver_thread_ids: optionalTexts(wire.receiver_thread_ids),
  prompt: optionalTextOrNull(wire.prompt),
  agents_states: objectField(wire.agents_states),
  status: optional(wire.status, itemStatus),
}));

/** `CollabAgentToolCall`. */
export function finishedCollabCall(source: JsonObject, record: CurrentRecord): ThreadItem {
  const read = collabTable.read(source, record.problems);
  const item: CollabToolCallItem = {
    id: read.id ?? record.nextId(),
    type: 'collab_tool_call',
    tool: read.tool,
    receiver_thread_ids: read.receiver_thread_ids ?? [],
    prompt: read.prompt ?? null,
    agents_states: agentStates(read.agents_states),
    status: read.status ?? 'completed',
  };
  withDefined(item, { sender_thread_id: read.sender_thread_id, extra: read.extra });
  return item;
}
