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
import * as check from '../field-checks.ts';
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

const id = (wire: JsonObject) => check.otherwise(check.optionalId(wire.id) ?? check.optionalId(wire.item_id), '');

/** `modify`, `create` and `remove` are other tools' names for the three kinds. */
const CHANGE_KINDS = new Map([
  ['modify', 'update'],
  ['create', 'add'],
  ['remove', 'delete'],
]);
const changeKind = (value: unknown) => (typeof value === 'string' ? (CHANGE_KINDS.get(value) ?? value) : undefined);

const changeTable = fieldTable<FileChange>((wire) => ({
  path: check.otherwise(check.optionalText(wire.path) ?? check.optionalText(wire.file_path), ''),
  kind: check.otherwise(check.optional(wire.kind, changeKind), ''),
  diff: check.optionalText(wire.diff) ?? check.optionalText(wire.patch) ?? check.optionalText(wire.unified_diff),
  move_path: check.optionalTextOrNull(wire.move_path),
  old_content: check.optionalText(wire.old_content),
  new_content: check.optionalText(wire.new_content),
}));

const isDone = (status: unknown) => (typeof status === 'string' ? check.told(status === 'completed') : undefined);

const todoTable = fieldTable<TodoEntry>((wire) => ({
  text: check.otherwise(
    check.optionalText(wire.text) ??
      check.optionalText(wire.title) ??
      check.optionalText(wire.description) ??
      check.optionalText(wire.content) ??
      check.optionalText(wire.step),
    '',
  ),
  completed: check.otherwise(check.optionalFlag(wire.completed) ?? isDone(wire.status), false),
  status: check.optionalText(wire.status),
}));

/** `{message}` or, in older dialects, the message alone. */
const messageTable = fieldTable((wire) => ({ message: check.text(wire.message) }));
const messageOf = (value: unknown) => (typeof value === 'string' ? { message: value } : undefined);

const actionTable = fieldTable<WebSearchAction>((wire) => ({
  type: check.text(wire.type),
  query: check.optionalText(wire.query),
  queries: check.optionalTexts(wire.queries),
  url: check.optionalText(wire.url),
  pattern: check.optionalText(wire.pattern),
}));

const agentMessage = fieldTable<Live<AgentMessageItem, 'memory_citation'>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'agent_message'),
  text: check.text(wire.text),
  phase: check.optionalText(wire.phase),
}));

const userMessage = fieldTable<Live<UserMessageItem, FileOnly>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'user_message'),
  text: check.text(wire.text),
  images: check.optionalTexts(wire.images),
}));

const reasoning = fieldTable<Live<ReasoningItem, 'raw'>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'reasoning'),
  text: check.text(wire.text),
}));

const command = fieldTable<Live<CommandExecutionItem, CommandFileOnly>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'command_execution'),
  command: check.text(wire.command),
  aggregated_output: check.otherwise(check.optionalText(wire.aggregated_output) ?? check.optionalText(wire.output), ''),
  exit_code: check.optionalCountOrNull(wire.exit_code),
  status: check.text(wire.status),
  stdout: check.optionalText(wire.stdout),
  stderr: check.optionalText(wire.stderr) ?? check.optionalText(wire.error_output) ?? check.optionalText(wire.err),
  cwd: check.optionalText(wire.cwd),
  duration_seconds: check.optionalNumber(wire.duration_seconds),
}));

const fileChange = fieldTable<Live<FileChangeItem>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'file_change'),
  changes: check.listOf(wire.changes, changeTable),
  status: check.text(wire.status),
  stdout:
    check.optionalText(wire.stdout) ?? check.optionalText(wire.aggregated_output) ?? check.optionalText(wire.output),
  stderr: check.optionalText(wire.stderr) ?? check.optionalText(wire.error_output) ?? check.optionalText(wire.err),
}));

const mcpToolCall = fieldTable<Live<McpToolCallItem, 'server_name' | 'tool_name'>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'mcp_tool_call'),
  server: check.otherwise(check.optionalText(wire.server) ?? check.optionalText(wire.server_name), ''),
  tool: check.otherwise(check.optionalText(wire.tool) ?? check.optionalText(wire.tool_name), ''),
  arguments: wire.arguments === undefined ? check.anything(wire.parameters) : check.anything(wire.arguments),
  result: check.optionalNestedOrNull(wire.result, mcpResultTable),
  error:
    typeof wire.error === 'string'
      ? check.optional(wire.error, messageOf)
      : check.optionalNestedOrNull(wire.error, messageTable),
  status: check.text(wire.status),
  duration_seconds: check.optionalNumber(wire.duration_seconds),
}));

const collabToolCall = fieldTable<Live<CollabToolCallItem, CollabFileOnly>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'collab_tool_call'),
  tool: check.text(wire.tool),
  sender_thread_id: check.optionalText(wire.sender_thread_id),
  receiver_thread_ids: check.texts(wire.receiver_thread_ids),
  prompt: check.optionalTextOrNull(wire.prompt),
  agents_states: check.record(wire.agents_states),
  status: check.text(wire.status),
}));

const webSearch = fieldTable<Live<WebSearchItem, 'results'>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'web_search'),
  query: check.text(wire.query),
  action: check.optionalNested(wire.action, actionTable),
  status: check.optionalText(wire.status),
}));

const todoList = fieldTable<Live<TodoListItem>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'todo_list'),
  items: check.otherwise(
    check.optionalListOf(wire.items, todoTable) ?? check.optionalListOf(wire.todos, todoTable),
    [],
  ),
  explanation: check.optionalText(wire.explanation),
}));

const errorItem = fieldTable<Live<ErrorItem>>((wire) => ({
  id: id(wire),
  type: check.kind(wire.type, 'error'),
  message: check.text(wire.message),
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
