import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type {
  AgentMessageItem,
  CollabToolCallItem,
  CommandExecutionItem,
  ErrorItem,
  FileChange,
  FileChangeItem,
  McpToolCallItem,
  ReasoningItem,
  ThreadItem,
  TodoEntry,
  TodoListItem,
  UserMessageItem,
  WebSearchAction,
  WebSearchItem,
} from '../../thread/item.ts';
import { mcpResultTable } from '../codex/mcp-result.ts';
import {
  anything,
  kind,
  listOf,
  optional,
  optionalCountOrNull,
  optionalFlag,
  optionalId,
  optionalListOf,
  optionalNested,
  optionalNestedOrNull,
  optionalNumber,
  optionalText,
  optionalTextOrNull,
  optionalTexts,
  otherwise,
  record,
  text,
  texts,
  told,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * The items of `codex exec --json`. Source: `ThreadItem` in codex-rs/exec/src/exec_events.rs, 0.42 to today. Aliases
 * are names of a field in other services and older dialects. The reader fills in an empty id, status or kind.
 */

/** Fields of the model that only session files have. */
type Live<Item, Never extends keyof Item = never> = Omit<Item, Never | 'rejected' | 'call' | 'notes' | 'inferred'>;

/** Fields that only a session file has, so no table of this wire names them. */
type FileOnly = 'injected' | 'role';
type CommandFileOnly = 'justification' | 'sandbox_permissions' | 'with_escalated_permissions';
type CollabFileOnly = 'output' | 'new_agent_nickname' | 'new_agent_role';

const id = (wire: JsonObject) => otherwise(optionalId(wire.id) ?? optionalId(wire.item_id), '');

/** `modify`, `create` and `remove` are other tools' names for the three kinds. */
const CHANGE_KINDS = new Map([
  ['modify', 'update'],
  ['create', 'add'],
  ['remove', 'delete'],
]);
const changeKind = (value: unknown) => (typeof value === 'string' ? (CHANGE_KINDS.get(value) ?? value) : undefined);

const changeTable = fieldTable<FileChange>((wire) => ({
  path: otherwise(optionalText(wire.path) ?? optionalText(wire.file_path), ''),
  kind: otherwise(optional(wire.kind, changeKind), ''),
  diff: optionalText(wire.diff) ?? optionalText(wire.patch) ?? optionalText(wire.unified_diff),
  move_path: optionalTextOrNull(wire.move_path),
  old_content: optionalText(wire.old_content),
  new_content: optionalText(wire.new_content),
}));

const isDone = (status: unknown) => (typeof status === 'string' ? told(status === 'completed') : undefined);

const todoTable = fieldTable<TodoEntry>((wire) => ({
  text: otherwise(
    optionalText(wire.text) ??
      optionalText(wire.title) ??
      optionalText(wire.description) ??
      optionalText(wire.content) ??
      optionalText(wire.step),
    '',
  ),
  completed: otherwise(optionalFlag(wire.completed) ?? isDone(wire.status), false),
  status: optionalText(wire.status),
}));

/** `{message}` or, in older dialects, the message alone. */
const messageTable = fieldTable((wire) => ({ message: text(wire.message) }));
const messageOf = (value: unknown) => (typeof value === 'string' ? { message: value } : undefined);

const actionTable = fieldTable<WebSearchAction>((wire) => ({
  type: text(wire.type),
  query: optionalText(wire.query),
  queries: optionalTexts(wire.queries),
  url: optionalText(wire.url),
  pattern: optionalText(wire.pattern),
}));

const agentMessage = fieldTable<Live<AgentMessageItem, 'memory_citation'>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'agent_message'),
  text: text(wire.text),
  phase: optionalText(wire.phase),
}));

const userMessage = fieldTable<Live<UserMessageItem, FileOnly>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'user_message'),
  text: text(wire.text),
  images: optionalTexts(wire.images),
}));

const reasoning = fieldTable<Live<ReasoningItem, 'raw'>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'reasoning'),
  text: text(wire.text),
}));

const command = fieldTable<Live<CommandExecutionItem, CommandFileOnly>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'command_execution'),
  command: text(wire.command),
  aggregated_output: otherwise(optionalText(wire.aggregated_output) ?? optionalText(wire.output), ''),
  exit_code: optionalCountOrNull(wire.exit_code),
  status: text(wire.status),
  stdout: optionalText(wire.stdout),
  stderr: optionalText(wire.stderr) ?? optionalText(wire.error_output) ?? optionalText(wire.err),
  cwd: optionalText(wire.cwd),
  duration_seconds: optionalNumber(wire.duration_seconds),
}));

const fileChange = fieldTable<Live<FileChangeItem>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'file_change'),
  changes: listOf(wire.changes, changeTable),
  status: text(wire.status),
  stdout: optionalText(wire.stdout) ?? optionalText(wire.aggregated_output) ?? optionalText(wire.output),
  stderr: optionalText(wire.stderr) ?? optionalText(wire.error_output) ?? optionalText(wire.err),
}));

const mcpToolCall = fieldTable<Live<McpToolCallItem, 'server_name' | 'tool_name'>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'mcp_tool_call'),
  server: otherwise(optionalText(wire.server) ?? optionalText(wire.server_name), ''),
  tool: otherwise(optionalText(wire.tool) ?? optionalText(wire.tool_name), ''),
  arguments: wire.arguments === undefined ? anything(wire.parameters) : anything(wire.arguments),
  result: optionalNestedOrNull(wire.result, mcpResultTable),
  error:
    typeof wire.error === 'string' ? optional(wire.error, messageOf) : optionalNestedOrNull(wire.error, messageTable),
  status: text(wire.status),
  duration_seconds: optionalNumber(wire.duration_seconds),
}));

const collabToolCall = fieldTable<Live<CollabToolCallItem, CollabFileOnly>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'collab_tool_call'),
  tool: text(wire.tool),
  sender_thread_id: optionalText(wire.sender_thread_id),
  receiver_thread_ids: texts(wire.receiver_thread_ids),
  prompt: optionalTextOrNull(wire.prompt),
  agents_states: record(wire.agents_states),
  status: text(wire.status),
}));

const webSearch = fieldTable<Live<WebSearchItem, 'results'>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'web_search'),
  query: text(wire.query),
  action: optionalNested(wire.action, actionTable),
  status: optionalText(wire.status),
}));

const todoList = fieldTable<Live<TodoListItem>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'todo_list'),
  items: otherwise(optionalListOf(wire.items, todoTable) ?? optionalListOf(wire.todos, todoTable), []),
  explanation: optionalText(wire.explanation),
}));

const errorItem = fieldTable<Live<ErrorItem>>((wire) => ({
  id: id(wire),
  type: kind(wire.type, 'error'),
  message: text(wire.message),
}));

/** The table of each kind of item. */
export const itemTables: ReadonlyMap<string, { take(source: JsonObject, problems: Problem[]): ThreadItem }> = new Map<
  string,
  { take(source: JsonObject, problems: Problem[]): ThreadItem }
>([
  ['agent_message', agentMessage],
  ['user_message', userMessage],
  ['reasoning', reasoning],
  ['command_execution', command],
  ['file_change', fileChange],
  ['mcp_tool_call', mcpToolCall],
  ['collab_tool_call', collabToolCall],
  ['web_search', webSearch],
  ['todo_list', todoList],
  ['error', errorItem],
]);
