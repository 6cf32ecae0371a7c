import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { CollabToolCallItem, McpToolCallItem, ThreadItem } from '../../../thread/item.ts';
import { plainPath } from '../../../tools/paths.ts';
import { durationSeconds } from '../../codex/duration.ts';
import { fileChanges } from '../../codex/file-changes.ts';
import { mcpResultTable } from '../../codex/mcp-result.ts';
import * as check from '../../field-checks.ts';
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
  type: check.anything(wire.type),
  id: check.optionalId(wire.id) ?? check.optionalId(wire.call_id),
  turn_id: check.optionalText(wire.turn_id),
  command: check.optional(wire.command, wordsOf),
  aggregated_output: check.text(wire.aggregated_output),
  exit_code: check.optionalCountOrNull(wire.exit_code),
  status: check.optional(wire.status, itemStatus),
  stdout: check.optionalText(wire.stdout),
  stderr: check.optionalText(wire.stderr),
  cwd: check.optional(wire.cwd, pathOf),
  duration: check.optional(wire.duration, durationSeconds),
  /** Kept as they are. */
  process_id: check.anything(wire.process_id),
  parsed_cmd: check.anything(wire.parsed_cmd),
  source: check.anything(wire.source),
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
  type: check.anything(wire.type),
  id: check.optionalId(wire.id) ?? check.optionalId(wire.call_id),
  turn_id: check.optionalText(wire.turn_id),
  changes: check.optional(wire.changes, fileChanges),
  status: check.optional(wire.status, itemStatus),
  success: check.optionalFlag(wire.success),
  stdout: check.optionalText(wire.stdout),
  stderr: check.optionalText(wire.stderr),
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

const errorTable = fieldTable((wire) => ({ message: check.text(wire.message) }));

function errorOf(value: NonNullable<unknown>, problems: Problem[]): McpToolCallItem['error'] | undefined {
  if (typeof value === 'string') return { message: value };
  return isObject(value) && typeof value.message === 'string' ? errorTable.take(value, problems) : undefined;
}

const mcpTable = fieldTable((wire) => ({
  type: check.anything(wire.type),
  id: check.optionalId(wire.id),
  server: check.text(wire.server),
  tool: check.text(wire.tool),
  arguments: check.anything(wire.arguments),
  result: check.optionalNestedOrNull(wire.result, mcpResultTable),
  error: check.optional(wire.error, errorOf),
  status: check.optional(wire.status, itemStatus),
  duration: check.optional(wire.duration, durationSeconds),
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
  type: check.anything(wire.type),
  id: check.optionalId(wire.id),
  tool: check.text(wire.tool),
  sender_thread_id: check.optionalText(wire.sender_thread_id),
  receiver_thread_ids: check.optionalTexts(wire.receiver_thread_ids),
  prompt: check.optionalTextOrNull(wire.prompt),
  agents_states: check.record(wire.agents_states),
  status: check.optional(wire.status, itemStatus),
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
