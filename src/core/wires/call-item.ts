import { isObject, type JsonObject } from '../lines/json.ts';
import { addInferred, KIND } from '../thread/inferred.ts';
import type { AgentCall, FileChange, ItemStatus, ThreadItem, TodoEntry } from '../thread/item.ts';
import type { Extra } from '../thread/usage.ts';
import { type McpTool, mcpParts } from '../tools/tool-names.ts';
import { inferItem } from './inferred.ts';

/** A tool call in its current state, live or from a session file. */
export interface CallFacts {
  id: string;
  /** The agent's own name of the tool. */
  name: string;
  /** The arguments, word for word. */
  input: unknown;
  status: ItemStatus;
  /** The result as text. */
  output?: string | undefined;
  /** The result's parts, for tools of MCP servers. */
  content?: unknown[] | undefined;
  /** Images in the result, as data URLs. */
  images?: string[] | undefined;
  exitCode?: number | undefined;
  cwd?: string | undefined;
  /** A unified diff of the only file that was changed. */
  diff?: string | undefined;
  extra?: Extra | undefined;
}

/** What a tool does, by which the kind of its item is chosen. */
export type ToolRole = 'command' | 'write' | 'edit' | 'search' | 'todos';

type ItemMaker = (call: CallFacts, input: JsonObject) => ThreadItem | undefined;

const makers: Record<ToolRole, ItemMaker> = {
  command: commandItem,
  write: changeItem,
  edit: changeItem,
  search: searchItem,
  todos: todoItem,
};

/**
 * The item of a call. Its kind depends only on the name and the arguments, which are the same live and on disk. Arguments of
 * another form than the tool takes make it an ordinary call. `source` is the object that tells of the call's state.
 */
export function callItem(call: CallFacts, roles: ReadonlyMap<string, ToolRole>, source: JsonObject): ThreadItem {
  const role = roles.get(call.name);
  const item = (role && isObject(call.input) && makers[role](call, call.input)) || otherItem(call, mcpParts(call.name));
  item.call = { ...asked(call), ...item.call };
  if (call.images && call.images.length > 0) item.call.images = call.images;
  if (call.extra !== undefined) item.extra = call.extra;
  inferItem(item, source);
  // A tool that writes whole files does not say whether the file is new.
  return item.type === 'file_change' && role === 'write' ? addInferred(item, KIND) : item;
}

function commandItem(call: CallFacts, { command }: JsonObject): ThreadItem | undefined {
  if (typeof command !== 'string') return undefined;
  const { id, output = '', status, exitCode, cwd } = call;
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: output, status };
  if (exitCode !== undefined) item.exit_code = exitCode;
  if (cwd !== undefined) item.cwd = cwd;
  return item;
}

function changeItem(call: CallFacts, input: JsonObject): ThreadItem | undefined {
  const { path, content } = input;
  if (typeof path !== 'string') return undefined;
  const change: FileChange = { path, kind: 'update' };
  if (typeof content === 'string') change.new_content = content;
  if (call.diff !== undefined) change.diff = call.diff;
  return { id: call.id, type: 'file_change', changes: [change], status: call.status, call: answered(call) };
}

function searchItem(call: CallFacts, { query }: JsonObject): ThreadItem | undefined {
  if (typeof query !== 'string') return undefined;
  const action = { type: 'search', query };
  return { id: call.id, type: 'web_search', query, action, status: call.status, call: answered(call) };
}

function todoItem(call: CallFacts, { todos }: JsonObject): ThreadItem | undefined {
  if (!Array.isArray(todos)) return undefined;
  const items: TodoEntry[] = [];
  for (const todo of todos) {
    const text: unknown = isObject(todo) ? (todo.title ?? todo.content) : undefined;
    if (!isObject(todo) || typeof text !== 'string') return undefined;
    const status = todo.status === 'done' ? 'completed' : todo.status;
    items.push({ text, completed: status === 'completed', ...(typeof status === 'string' && { status }) });
  }
  const item: ThreadItem = { id: call.id, type: 'todo_list', items, call: answered(call) };
  if (call.status === 'failed') item.call = { ...answered(call), is_error: true };
  return item;
}

/** The item of a call that is of no other kind. `names` are those of an MCP server's tool. */
export function otherItem(call: CallFacts, names: McpTool | undefined): ThreadItem {
  if (names) return mcpItem(call, names);
  const item: ThreadItem = { id: call.id, type: 'tool_call', name: call.name, status: call.status };
  if (call.input !== undefined) item.input = call.input;
  if (call.output !== undefined) item.output = call.output;
  return item;
}

function mcpItem(call: CallFacts, names: McpTool): ThreadItem {
  const { id, status, output, input, content = [{ type: 'text', text: output }] } = call;
  const item: ThreadItem = { id, type: 'mcp_tool_call', ...names, status };
  if (input !== undefined) item.arguments = input;
  if (output === undefined) return item;
  if (status === 'failed') item.error = { message: output };
  else item.result = { content };
  return item;
}

function asked({ name, input }: CallFacts): AgentCall {
  return input === undefined ? { name } : { name, input };
}

function answered(call: CallFacts): AgentCall {
  return call.output === undefined ? asked(call) : { ...asked(call), output: call.output };
}
