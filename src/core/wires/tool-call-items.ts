import type { AgentCall, FileChange, ItemNote, ItemStatus, ThreadItem } from '../thread/item.ts';
import type { Extra } from '../thread/usage.ts';
import { withDefined } from './with-defined.ts';

/** A tool call in its current state, under the agent's own names. Agents with the same kinds of tools share its items. */
export interface ToolCallState {
  id: string;
  name: string;
  input: unknown;
  status: ItemStatus;
  /** The result as text. */
  output?: string | undefined;
  /** The text that the model was told, where it differs from the output. */
  told?: string | undefined;
  images?: string[] | undefined;
  notes?: ItemNote[] | undefined;
  extra?: Extra | undefined;
}

/** The call as the model wrote it. */
function askedCall({ name, input, told, images }: ToolCallState): AgentCall {
  const call: AgentCall = { name };
  if (input !== undefined) call.input = input;
  if (told !== undefined) call.told = told;
  if (images && images.length > 0) call.images = images;
  return call;
}

/** The same with the result, for items that have no field for it. */
function answeredCall(state: ToolCallState): AgentCall {
  const call = askedCall(state);
  if (state.output !== undefined) call.output = state.output;
  return call;
}

function withRest<Item extends ThreadItem>(item: Item, { notes, extra }: ToolCallState): Item {
  if (notes && notes.length > 0) item.notes = notes;
  if (extra) item.extra = extra;
  return item;
}

/** What a command's result tells beside its output. */
export interface CommandEnd {
  exit_code?: number | undefined;
  stdout?: string | undefined;
  stderr?: string | undefined;
}

export function commandItem(state: ToolCallState, command: string, end: CommandEnd = {}): ThreadItem {
  const { id, output = '', status } = state;
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: output, status };
  item.call = askedCall(state);
  return withRest(withDefined(item, end), state);
}

export function changeItem(state: ToolCallState, changes: FileChange[]): ThreadItem {
  const { id, status } = state;
  return withRest({ id, type: 'file_change', changes, status, call: answeredCall(state) }, state);
}

export function todoItem(state: ToolCallState, items: Extract<ThreadItem, { type: 'todo_list' }>['items']): ThreadItem {
  return withRest({ id: state.id, type: 'todo_list', items, call: answeredCall(state) }, state);
}

/** The name of an MCP tool in two parts: the server's, and the tool's own. */
export interface McpName {
  server: string;
  tool: string;
}

/** `<server>__<tool>`. Undefined for a name of another form. */
export function mcpNameOf(name: string): McpName | undefined {
  const end = name.indexOf('__');
  if (end <= 0 || end + 2 >= name.length) return undefined;
  return { server: name.slice(0, end), tool: name.slice(end + 2) };
}

/** `result` is the server's answer. Without one, a failed call has its output as the reason. */
export function mcpItem(state: ToolCallState, names: McpName, result: unknown): ThreadItem {
  const { id, input, output, status } = state;
  const item: ThreadItem = { id, type: 'mcp_tool_call', ...names, status, call: askedCall(state) };
  if (input !== undefined) item.arguments = input;
  if (result !== undefined) item.result = result;
  else if (output !== undefined && status === 'failed') item.error = { message: output };
  else if (output !== undefined) item.result = { content: [{ type: 'text', text: output }] };
  return withRest(item, state);
}

export function otherItem(state: ToolCallState): ThreadItem {
  const { id, name, input, output, status } = state;
  const item: ThreadItem = { id, type: 'tool_call', name, status, call: askedCall(state) };
  if (input !== undefined) item.input = input;
  if (output !== undefined) item.output = output;
  return withRest(item, state);
}
